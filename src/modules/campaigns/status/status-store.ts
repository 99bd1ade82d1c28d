import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { domainKey } from "#modules/campaigns/rules/sending/campaign-limits.ts";

/** What waits in a campaign. */
export type Waiting = {
  readonly steps: number;
  /** Earliest time of a first mail, and of a follow-up. */
  readonly nextNew: UnixMs | null;
  readonly nextFollowUp: UnixMs | null;
  /** The same of those that are tried again. */
  readonly nextNewAgain: UnixMs | null;
  readonly nextFollowUpAgain: UnixMs | null;
  /** Leads that are not done. */
  readonly hasOpen: boolean;
  readonly hasPaused: boolean;
  /** Mails on their way. */
  readonly inFlight: boolean;
  /** When each mailbox is next to send a follow-up or to try a mail again; none for a mailbox without. */
  readonly nextBy: ReadonlyMap<MailboxId, UnixMs>;
  /** A mail waits since its step cannot be rendered. */
  readonly broken: { readonly step: number; readonly detail: string } | null;
};

/**
 * One statement of index seeks: the campaign is looked up in its workspace first, and its leads by
 * the index of what is due.
 */
export async function selectWaiting(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<Waiting> {
  const leads = (status: string) =>
    sql`FROM ${campaignLeads} WHERE campaign_id = k.id AND status = ${status}`;
  /** Released, and due again some time. */
  const again = (and: SQL) => sql`FROM ${campaignLeads} e JOIN ${sends} s ON s.enrolment_id = e.id
    WHERE e.campaign_id = k.id AND e.status = 'in_progress' AND e.next_send_at IS NULL
      AND s.state = 'queued' AND ${and}`;
  const [row] = await db.all<
    Record<"steps" | "open" | "paused" | "flying", number> & {
      new: UnixMs | null;
      follow: UnixMs | null;
      newAgain: UnixMs | null;
      followAgain: UnixMs | null;
      nextBy: string;
      broken: string | null;
    }
  >(sql`SELECT
    (SELECT count(*) FROM ${steps} WHERE workspace_id = k.workspace_id AND campaign_id = k.id) AS steps,
    (SELECT min(next_send_at) ${leads("pending")}) AS new,
    (SELECT min(next_send_at) ${leads("in_progress")}) AS follow,
    (SELECT min(s.due_at) ${again(sql`e.current_step = 0`)}) AS newAgain,
    (SELECT min(s.due_at) ${again(sql`e.current_step > 0`)}) AS followAgain,
    (SELECT json_group_array(json_array(m.mailbox_id,
        (SELECT min(e.next_send_at) FROM ${campaignLeads} e WHERE e.mailbox_id = m.mailbox_id
          AND e.campaign_id = k.id AND e.status = 'in_progress'),
        (SELECT min(s.due_at) ${again(sql`e.mailbox_id = m.mailbox_id`)})))
      FROM ${campaignMailboxes} m WHERE m.campaign_id = k.id) AS nextBy,
    EXISTS (SELECT 1 ${leads("pending")}) OR EXISTS (SELECT 1 ${leads("in_progress")}) AS open,
    EXISTS (SELECT 1 ${leads("paused")}) AS paused,
    EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.campaign_id = k.id AND e.status = 'in_progress'
      AND e.next_send_at IS NULL AND NOT EXISTS (SELECT 1 FROM ${sends} s
        WHERE s.enrolment_id = e.id AND s.state = 'queued')) AS flying,
    (SELECT json_object('step', s.step, 'detail', coalesce(s.smtp_response, '')) FROM ${sends} s
      WHERE s.campaign_id = k.id AND s.state = 'queued' AND s.evidence = 'template_error' LIMIT 1) AS broken
    FROM ${campaigns} k WHERE k.id = ${campaignId} AND k.workspace_id = ${workspaceId}`);
  return {
    steps: row?.steps ?? 0,
    nextNew: row?.new ?? null,
    nextFollowUp: row?.follow ?? null,
    nextNewAgain: row?.newAgain ?? null,
    nextFollowUpAgain: row?.followAgain ?? null,
    nextBy: nextByOf(row?.nextBy ?? "[]"),
    hasOpen: row?.open === 1,
    hasPaused: row?.paused === 1,
    inFlight: row?.flying === 1,
    // Written by the query above.
    broken: row?.broken ? (JSON.parse(row.broken) as Waiting["broken"]) : null,
  };
}

function nextByOf(json: string): Waiting["nextBy"] {
  // Written by the query above.
  const rows = JSON.parse(json) as [MailboxId, UnixMs | null, UnixMs | null][];
  return new Map(
    rows.flatMap(([id, ...times]) => {
      const [first] = times.filter((time) => time !== null).sort((a, b) => a - b);
      return first === undefined ? [] : [[id, first]];
    }),
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
