import { isNull, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import {
  isPausedByRate,
  PAUSE_REASONS,
  type PauseReason,
} from "#modules/campaigns/rules/states.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import { PUT_AWAY } from "#modules/inbox/rules/thread.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { effectiveDailyLimit, type MailboxLimits } from "#modules/mailboxes/rules/limits.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { storedBytes } from "#modules/operations/rules/costs.ts";
import {
  COUNTED_TOTALS,
  type CountedTotal,
  type FigureDay,
  type KeptFigures,
  LEADS_LEFT_COUNTED,
} from "#modules/operations/rules/figures.ts";
import { samples } from "#modules/samples/schema/samples.ts";
import { CAMPAIGN_STATUSES, type CampaignStatus } from "#platform/rules/choices.ts";
import type { Db } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";

/* What a workspace's own counters and rows say, where it lies. */

const putAway = sql.raw(PUT_AWAY.map((status) => `'${status}'`).join(", "));

/** Why a campaign stops that nobody stopped. */
const byItself = sql.raw(
  PAUSE_REASONS.flatMap((reason) => (reason === "manual" ? [] : [`'${reason}'`])).join(", "),
);

/** Whether an active mailbox sends nothing for now. */
const isQuarantined = (table: string, now: UnixMs) =>
  sql`(${sql.raw(table)}.status = 'active' AND ${sql.raw(table)}.held_state IS 'quarantined' AND ${sql.raw(table)}.held_until > ${now})`;

/** When the reply came in that has waited longest for an answer, of the workspace `w`. */
const oldestUnanswered = (now: UnixMs) => sql`(
  SELECT t.last_message_at FROM ${threads} t
  WHERE t.workspace_id = w.id AND t.last_message_at > 0 AND t.last_direction = 'inbound' AND t.message_count > 0
    AND t.status NOT IN (${putAway}) AND (t.snoozed_until IS NULL OR t.snoozed_until <= ${now})
  ORDER BY t.last_message_at LIMIT 1)`;

/** Where each of what is shown of all workspaces is counted. */
const COUNTERS: Readonly<Record<CountedTotal, string>> = {
  sent: "sent",
  refused: "refused",
  failed: "failed",
  unknown: "unknown",
  bounced: "bounces",
  softBounced: "soft_bounces",
  complained: "complaints",
  replied: "replies",
  unsubscribed: "unsubscribes",
  opened: "unique_opens",
  clicked: "unique_clicks",
};
const countedTotals = sql.raw(
  COUNTED_TOTALS.map((name) => `'${name}', coalesce(s.${COUNTERS[name]}, 0)`).join(", "),
);

/** Named, so that the index is asked by status. */
const everyStatus = sql.raw(`(${CAMPAIGN_STATUSES.map((status) => `'${status}'`).join(", ")})`);

/** A counter of a day without what the sample campaign counted. */
const real = (counter: string) => sql.raw(`s.${counter} - coalesce(x.${counter}, 0)`);

const usedOfMonth = (month: string) => sql`(
  SELECT d.used FROM ${dailyUsage} d
  WHERE d.workspace_id = w.id AND d.scope = 'month' AND d.key = '' AND d.day = ${month})`;

/** The workspaces of which a database has a row. */
export async function selectStandingIds(db: Db): Promise<WorkspaceId[]> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(isNull(workspaces.deletedAt));
  return rows.map(({ id }) => id);
}

/**
 * Across the workspaces of a database, or those that are named: for each that stands, a text that changes with its figures, made
 * of kept counters and short ranges of indexes alone.
 */
export const selectSigns = (
  db: Db,
  now: UnixMs,
  month: string,
  ids: readonly WorkspaceId[] | null,
): Promise<{ id: WorkspaceId; seen: string }[]> =>
  db.all(sql`
    SELECT w.id, json_array(w.lead_count, ${usedOfMonth(month)}, ${oldestUnanswered(now)},
      (SELECT json_array(s.sent, s.refused, s.bounces, s.unique_replies, s.meetings_booked, s.leads, s.completed,
          s.unsubscribes, s.positive_replies, s.failed, s.unknown, s.soft_bounces, s.complaints, s.replies,
          s.unique_opens, s.unique_clicks) FROM ${stats} s
        WHERE s.workspace_id = w.id AND s.campaign_id = 0 AND s.dimension = 'total' AND s.key = ''),
      (SELECT count(*) FROM ${campaigns} k
        WHERE k.workspace_id = w.id AND k.status IN ('draft', 'completed') AND k.deleted_at IS NULL),
      (SELECT json_array(count(*), sum(k.epoch)) FROM ${campaigns} k
        WHERE k.workspace_id = w.id AND k.status = 'active' AND k.deleted_at IS NULL),
      (SELECT json_array(count(*), sum(k.paused_reason IN ('bounce_rate', 'complaint_rate'))) FROM ${campaigns} k
        WHERE k.workspace_id = w.id AND k.status = 'paused' AND k.deleted_at IS NULL
          AND k.paused_reason IN (${byItself})),
      (SELECT json_array(count(*), sum(m.status = 'active'), sum(m.status = 'reconnect_required'),
          sum(m.status = 'connection_error'), sum(m.status = 'sending_error'), sum(m.status = 'paused'),
          sum(${isQuarantined("m", now)}))
        FROM ${mailboxes} m INDEXED BY mailboxes_standing
        WHERE m.workspace_id = w.id AND m.deleted_at IS NULL AND m.smtp_host <> ${SANDBOX_HOST})) AS seen
    FROM ${workspaces} w WHERE w.deleted_at IS NULL
      ${ids === null ? sql`` : sql`AND w.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`}`);

/** A domain that a workspace sends from. */
export type SentFrom = {
  readonly workspaceId: WorkspaceId;
  readonly domain: string;
  readonly smtpHost: string;
};

export type CountedInside = {
  readonly figures: Omit<KeptFigures, "domainsLacking">;
  readonly days: FigureDay[];
  readonly domains: readonly SentFrom[];
};

/** The figures of these workspaces of a database and their days from `since` on, in one round trip for all. */
export async function countInside(
  db: Db,
  ids: readonly WorkspaceId[],
  at: { readonly now: UnixMs; readonly month: string; readonly since: string },
): Promise<ReadonlyMap<WorkspaceId, CountedInside>> {
  const those = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const [own, left, runs, boxes, days] = await db.batch([
    db.all<Of & OwnRow>(sql`
      SELECT w.id AS "workspaceId", w.lead_count AS leads, ${usedOfMonth(at.month)} AS used,
        ${oldestUnanswered(at.now)} AS oldest, coalesce(s.sent, 0) AS sends,
        coalesce(s.sent + s.unique_opens + s.unique_clicks + s.unique_replies + s.bounces, 0) AS events,
        json_object(${countedTotals}) AS totals
      FROM ${workspaces} w LEFT JOIN ${stats} s ON s.workspace_id = w.id AND s.campaign_id = 0
        AND s.dimension = 'total' AND s.key = '' WHERE w.id IN ${those}`),
    db.all<Of & { n: number }>(sql`
      SELECT j.value AS "workspaceId", (SELECT count(*) FROM (SELECT 1 FROM ${campaigns} k CROSS JOIN ${campaignLeads} e
        WHERE k.workspace_id = j.value AND k.status = 'active' AND k.deleted_at IS NULL
          AND e.campaign_id = k.id AND e.status IN ('pending', 'in_progress') LIMIT ${LEADS_LEFT_COUNTED})) AS n
      FROM json_each(${JSON.stringify(ids)}) j`),
    db.all<Of & { status: CampaignStatus; reason: PauseReason | null; n: number }>(sql`
      SELECT workspace_id AS "workspaceId", status, paused_reason AS reason, count(*) AS n FROM ${campaigns}
      WHERE workspace_id IN ${those} AND deleted_at IS NULL AND status IN ${everyStatus} GROUP BY 1, 2, 3`),
    db.all<Of & MailboxRow>(sql`
      SELECT workspace_id AS "workspaceId", status, domain, smtp_host AS "smtpHost", daily_limit AS "dailyLimit",
        ramp_enabled AS "rampEnabled", ramp_increment AS "rampIncrement", created_at AS "createdAt",
        held_state AS "heldState", ${isQuarantined("m", at.now)} AS quarantined
      FROM ${mailboxes} m INDEXED BY mailboxes_standing
      WHERE workspace_id IN ${those} AND deleted_at IS NULL AND smtp_host <> ${SANDBOX_HOST}`),
    db.all<
      Of & { day: string } & Record<
          "sent" | "refused" | "bounces" | "replies" | "meetings" | "positive",
          number
        >
    >(
      sql`
      SELECT s.workspace_id AS "workspaceId", s.key AS day, ${real("sent")} AS sent, ${real("refused")} AS refused,
        ${real("bounces")} AS bounces, ${real("unique_replies")} AS replies, ${real("meetings_booked")} AS meetings,
        ${real("positive_replies")} AS positive
      FROM ${stats} s LEFT JOIN ${samples} p ON p.workspace_id = s.workspace_id
        LEFT JOIN ${stats} x ON x.workspace_id = s.workspace_id AND x.campaign_id = p.campaign_id
          AND x.dimension = 'day' AND x.key = s.key
      WHERE s.workspace_id IN ${those} AND s.campaign_id = 0 AND s.dimension = 'day'
        AND s.key >= ${at.since} ORDER BY 1, s.key`,
    ),
  ]);
  const runsOf = Map.groupBy(runs, byWorkspace);
  const boxesOf = Map.groupBy(boxes, byWorkspace);
  const daysOf = Map.groupBy(days, byWorkspace);
  const leftOf = new Map(left.map((row) => [row.workspaceId, row.n]));
  return new Map(
    own.map((row) => {
      const id = row.workspaceId;
      const rows = runsOf.get(id) ?? [];
      const paused = rows.filter(({ status }) => status === "paused");
      const stopped = paused.filter(
        ({ reason }) => reason !== null && reason !== "manual" && !isPausedByRate(reason),
      );
      const own = boxesOf.get(id) ?? [];
      const figures = {
        leads: row.leads,
        storedBytes: storedBytes(row),
        leadsLeft: leftOf.get(id) ?? 0,
        campaigns: Object.fromEntries(
          [...Map.groupBy(rows, ({ status }) => status)].map(([status, of]) => [status, total(of)]),
        ),
        // Of the names that were asked for.
        totals: JSON.parse(row.totals) as Record<CountedTotal, number>,
        activeCampaigns: total(rows.filter(({ status }) => status === "active")),
        pausedByRates: total(paused.filter(({ reason }) => isPausedByRate(reason))),
        stopped: total(stopped),
        mailboxes: byStatus(own),
        quarantined: own.filter((box) => box.quarantined === 1).length,
        mailsADay: own
          .filter(({ status }) => status === "active")
          .reduce((sum, box) => sum + effectiveDailyLimit(limitsOf(box), at.now), 0),
        oldestUnansweredAt: row.oldest,
        month: at.month,
        mailsOfMonth: row.used ?? 0,
      };
      const brought = (daysOf.get(id) ?? []).map((d): FigureDay => [
        d.day,
        d.sent,
        d.refused,
        d.bounces,
        d.replies,
        d.meetings,
        d.positive,
      ]);
      return [id, { figures, days: brought, domains: domainsIn(own) }];
    }),
  );
}

type Of = { readonly workspaceId: WorkspaceId };
type OwnRow = {
  readonly leads: number;
  readonly used: number | null;
  readonly oldest: UnixMs | null;
  readonly sends: number;
  readonly events: number;
  /** JSON. */
  readonly totals: string;
};
type MailboxRow = Omit<MailboxLimits, "rampEnabled"> & {
  readonly status: MailboxStatus;
  readonly rampEnabled: number;
  readonly domain: string;
  readonly smtpHost: string;
  readonly quarantined: number;
};

const limitsOf = (row: MailboxRow): MailboxLimits => ({
  ...row,
  rampEnabled: row.rampEnabled === 1,
});

/** Each domain once, with the server of its first mailbox. */
const domainsIn = (rows: readonly (Of & MailboxRow)[]): SentFrom[] => [
  ...new Map(rows.toReversed().map((row) => [row.domain, row])).values(),
];

const byWorkspace = ({ workspaceId }: Of): WorkspaceId => workspaceId;
const total = (rows: readonly { readonly n: number }[]): number =>
  rows.reduce((sum, { n }) => sum + n, 0);

function byStatus(rows: readonly { readonly status: MailboxStatus }[]): KeptFigures["mailboxes"] {
  const counts: Partial<Record<MailboxStatus, number>> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Whether a workspace has a mailbox, or a campaign that runs. */
export async function selectIsBusy(db: Db, id: WorkspaceId): Promise<boolean> {
  const [row] = await db.all<{ busy: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${mailboxes} WHERE workspace_id = ${id} AND deleted_at IS NULL)
      OR EXISTS (SELECT 1 FROM ${campaigns} WHERE workspace_id = ${id} AND status = 'active') AS busy`);
  return row?.busy === 1;
}
