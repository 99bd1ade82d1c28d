import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type { CampaignId, MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import { domainKey } from "#modules/campaigns/rules/sending/campaign-limits.ts";

/** What of a campaign stands in its way as a whole, or does not. */
export type Standing = {
  readonly steps: number;
  readonly mailboxes: readonly {
    readonly status: MailboxStatus;
    readonly message: string | null;
  }[];
  /** Leads that are not done. */
  readonly hasOpen: boolean;
  readonly hasPaused: boolean;
  /** Mails on their way. */
  readonly inFlight: boolean;
  /** A mail waits since its step cannot be rendered. */
  readonly broken: { readonly step: number; readonly detail: string } | null;
};

/**
 * One statement of index seeks: each campaign is looked up in its workspace first, and its leads by
 * the index of what is due.
 */
export async function selectStandings(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly CampaignId[],
): Promise<ReadonlyMap<CampaignId, Standing>> {
  const some = (status: string) =>
    sql`EXISTS (SELECT 1 FROM ${campaignLeads} WHERE campaign_id = k.id AND status = ${status})`;
  const rows = await db.all<
    Record<"steps" | "open" | "paused" | "flying", number> & {
      id: CampaignId;
      boxes: string;
      broken: string | null;
    }
  >(sql`SELECT k.id AS id,
    (SELECT count(*) FROM ${steps} WHERE workspace_id = k.workspace_id AND campaign_id = k.id) AS steps,
    (SELECT json_group_array(json_object('status', m.status, 'message', m.status_message))
      FROM ${campaignMailboxes} a JOIN ${mailboxes} m ON m.id = a.mailbox_id
      WHERE a.campaign_id = k.id AND m.deleted_at IS NULL) AS boxes,
    ${some("pending")} OR ${some("in_progress")} AS open,
    ${some("paused")} AS paused,
    EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.campaign_id = k.id AND e.status = 'in_progress'
      AND e.next_send_at IS NULL AND NOT EXISTS (SELECT 1 FROM ${sends} s
        WHERE s.enrolment_id = e.id AND s.state = 'queued')
      AND NOT EXISTS (SELECT 1 FROM ${tasks} d WHERE d.enrolment_id = e.id AND d.state = 'open')) AS flying,
    (SELECT json_object('step', s.step, 'detail', coalesce(s.smtp_response, '')) FROM ${sends} s
      WHERE s.campaign_id = k.id AND s.state = 'queued' AND s.evidence = 'template_error' LIMIT 1) AS broken
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${campaigns} k ON k.id = j.value
    WHERE +k.workspace_id = ${workspaceId}`);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        steps: row.steps,
        // Written by the query above.
        mailboxes: JSON.parse(row.boxes) as Standing["mailboxes"],
        hasOpen: row.open === 1,
        hasPaused: row.paused === 1,
        inFlight: row.flying === 1,
        broken: row.broken === null ? null : (JSON.parse(row.broken) as Standing["broken"]),
      },
    ]),
  );
}

/** What these day slots have used: by mailbox, the campaign's own, its first mails, and by domain. */
export async function selectUsed(
  db: Db,
  workspaceId: WorkspaceId,
  campaign: { id: CampaignId; day: string; domains?: readonly string[] },
  mailboxDays: readonly { id: MailboxId; day: string }[],
): Promise<{
  campaign: number;
  fresh: number;
  mailboxes: ReadonlyMap<MailboxId, number>;
  domains: ReadonlyMap<string, number>;
}> {
  const domains = campaign.domains ?? [];
  const slots = JSON.stringify([
    ["campaign", campaign.id, campaign.day],
    ["campaign_new", campaign.id, campaign.day],
    ...mailboxDays.map(({ id, day }) => ["mailbox", id, day]),
    ...domains.map((domain) => ["domain", domainKey(campaign.id, domain), campaign.day]),
  ]);
  const rows = await db
    .select({ scope: dailyUsage.scope, key: dailyUsage.key, used: dailyUsage.used })
    .from(dailyUsage)
    .where(
      sql`${dailyUsage.workspaceId} = ${workspaceId}
        AND (${dailyUsage.scope}, ${dailyUsage.key}, ${dailyUsage.day}) IN
          (SELECT value->>0, CAST(value->>1 AS TEXT), value->>2 FROM json_each(${slots}))`,
    );
  const byName = new Map(rows.map((row) => [`${row.scope}/${row.key}`, row.used]));
  const used = (scope: string, key: number | string): number => byName.get(`${scope}/${key}`) ?? 0;
  return {
    campaign: used("campaign", campaign.id),
    fresh: used("campaign_new", campaign.id),
    mailboxes: new Map(mailboxDays.map(({ id }) => [id, used("mailbox", id)])),
    domains: new Map(domains.map((d) => [d, used("domain", domainKey(campaign.id, d))])),
  };
}
