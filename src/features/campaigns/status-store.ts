import { sql } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { campaignLeads, campaigns, steps } from "#db/schema/campaigns.ts";
import { dailyUsage, sends } from "#db/schema/sending.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#domain/ids.ts";
import { domainKey } from "#domain/sending/limits.ts";

/** What waits in a campaign. */
export type Waiting = {
  readonly steps: number;
  /** Earliest time of a first mail, and of a follow-up. */
  readonly nextNew: UnixMs | null;
  readonly nextFollowUp: UnixMs | null;
  /** Leads that are not done. */
  readonly hasOpen: boolean;
  readonly hasPaused: boolean;
  /** Mails on their way, or released and due again. */
  readonly inFlight: boolean;
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
  const [row] = await db.all<
    Record<"steps" | "open" | "paused" | "flying", number> & {
      new: UnixMs | null;
      follow: UnixMs | null;
      broken: string | null;
    }
  >(sql`SELECT
    (SELECT count(*) FROM ${steps} WHERE workspace_id = k.workspace_id AND campaign_id = k.id) AS steps,
    (SELECT min(next_send_at) ${leads("pending")}) AS new,
    (SELECT min(next_send_at) ${leads("in_progress")}) AS follow,
    EXISTS (SELECT 1 ${leads("pending")}) OR EXISTS (SELECT 1 ${leads("in_progress")}) AS open,
    EXISTS (SELECT 1 ${leads("paused")}) AS paused,
    EXISTS (SELECT 1 ${leads("in_progress")} AND next_send_at IS NULL) AS flying,
    (SELECT json_object('step', s.step, 'detail', coalesce(s.smtp_response, '')) FROM ${sends} s
      WHERE s.campaign_id = k.id AND s.state = 'queued' AND s.evidence = 'template_error' LIMIT 1) AS broken
    FROM ${campaigns} k WHERE k.id = ${campaignId} AND k.workspace_id = ${workspaceId}`);
  return {
    steps: row?.steps ?? 0,
    nextNew: row?.new ?? null,
    nextFollowUp: row?.follow ?? null,
    hasOpen: row?.open === 1,
    hasPaused: row?.paused === 1,
    inFlight: row?.flying === 1,
    // Written by the query above.
    broken: row?.broken ? (JSON.parse(row.broken) as Waiting["broken"]) : null,
  };
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
