import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignMailboxes } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { HeldState, Sample } from "#modules/mailboxes/rules/health-bands.ts";

const FIELDS = {
  id: mailboxes.id,
  email: mailboxes.email,
  domain: mailboxes.domain,
  smtpHost: mailboxes.smtpHost,
  imapHost: mailboxes.imapHost,
  status: mailboxes.status,
  statusMessage: mailboxes.statusMessage,
  lastErrorAt: mailboxes.lastErrorAt,
  lastSentAt: mailboxes.lastSentAt,
  lastSyncAt: mailboxes.lastSyncAt,
  syncFailures: mailboxes.syncFailures,
  testedAt: mailboxes.testedAt,
  dailyLimit: mailboxes.dailyLimit,
  rampEnabled: mailboxes.rampEnabled,
  rampIncrement: mailboxes.rampIncrement,
  heldState: mailboxes.heldState,
  heldReason: mailboxes.heldReason,
  heldUntil: mailboxes.heldUntil,
  judgedSince: mailboxes.judgedSince,
  timezone: mailboxes.timezone,
  createdAt: mailboxes.createdAt,
};

/** The workspace's mailboxes as their health needs them, newest first; of one alone with `id`. */
export async function selectBoxes(
  db: Db,
  workspaceId: WorkspaceId,
  page: { id?: MailboxId; limit: number; offset: number },
) {
  return db
    .select(FIELDS)
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
        page.id === undefined ? undefined : eq(mailboxes.id, page.id),
      ),
    )
    .orderBy(desc(mailboxes.id))
    .limit(page.limit)
    .offset(page.offset);
}
export type BoxRow = Awaited<ReturnType<typeof selectBoxes>>[number];

const NOTHING: Sample = { sent: 0, refused: 0, bounces: 0, complaints: 0, replies: 0 };

/** What became of the mails of mailboxes since a day, by id: one range of the counters each. */
export async function selectSamples(
  db: Db,
  workspaceId: WorkspaceId,
  since: readonly { readonly id: MailboxId; readonly day: string }[],
): Promise<(id: MailboxId) => Sample> {
  const wanted = JSON.stringify(since.map(({ id, day }) => [id, `${id}:${day}`, `${id}:~`]));
  const rows = await db.all<{ id: MailboxId } & Sample>(sql`
    SELECT j.value->>0 AS id, sum(s.sent) AS sent, sum(s.refused) AS refused, sum(s.bounces) AS bounces,
      sum(s.complaints) AS complaints, sum(s.unique_replies) AS replies
    FROM json_each(${wanted}) j CROSS JOIN ${stats} s
    WHERE s.workspace_id = ${workspaceId} AND s.campaign_id = 0 AND s.dimension = 'mailbox_day'
      AND s.key >= j.value->>1 AND s.key < j.value->>2
    GROUP BY 1`);
  const samples = new Map(rows.map(({ id, ...sample }) => [id, sample]));
  return (id) => samples.get(id) ?? NOTHING;
}

const whileHeld = (workspaceId: WorkspaceId, id: MailboxId, from: HeldState | null) =>
  and(
    eq(mailboxes.workspaceId, workspaceId),
    eq(mailboxes.id, id),
    isNull(mailboxes.deletedAt),
    from === null ? isNull(mailboxes.heldState) : eq(mailboxes.heldState, from),
  );

/** Holds a mailbox back, or lets it go; nothing where somebody was faster. */
export const changeHold = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  from: HeldState | null,
  to: {
    heldState: HeldState | null;
    heldReason: string | null;
    heldUntil: UnixMs | null;
    judgedSince?: UnixMs;
  },
): Statement =>
  db
    .update(mailboxes)
    .set(to)
    .where(whileHeld(workspaceId, id, from))
    .returning({ id: mailboxes.id });

/** The rows that the notice of a hold takes its words from. */
export const stillHeld = (workspaceId: WorkspaceId, id: MailboxId, from: HeldState | null) =>
  sql`FROM ${mailboxes} WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL
    AND held_state IS ${from}`;

export const holdTitle = (to: HeldState) =>
  to === "quarantined"
    ? sql`'Mailbox ' || email || ' is quarantined'`
    : sql`'Mailbox ' || email || ' was slowed down'`;

/** Held mailboxes that are to be judged again. Across workspaces: the sweep looks for work. */
export async function selectDueHolds(
  db: Db,
  now: UnixMs,
  limit: number,
): Promise<{ id: MailboxId; workspaceId: WorkspaceId }[]> {
  return db
    .select({ id: mailboxes.id, workspaceId: mailboxes.workspaceId })
    .from(mailboxes)
    .where(sql`${mailboxes.heldUntil} IS NOT NULL AND ${mailboxes.heldUntil} <= ${now}`)
    .orderBy(asc(mailboxes.heldUntil))
    .limit(limit);
}

/**
 * Lets the mailboxes of a campaign go; what happened until today no longer counts against those
 * that were held, and `byRate` against any of them.
 */
export const releaseHolds = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  restart: { now: UnixMs; byRate: boolean },
  guard: SQL,
): Statement =>
  db
    .update(mailboxes)
    .set({ heldState: null, heldReason: null, heldUntil: null, judgedSince: restart.now })
    .where(
      sql`${mailboxes.id} IN (SELECT cm.mailbox_id FROM ${campaignMailboxes} cm WHERE cm.campaign_id = ${campaignId})
        AND +${mailboxes.workspaceId} = ${workspaceId} AND (${restart.byRate ? 1 : 0} OR ${mailboxes.heldState} IS NOT NULL) AND ${guard}`,
    );
