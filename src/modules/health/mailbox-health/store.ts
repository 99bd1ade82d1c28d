import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { HeldState } from "#modules/mailboxes/rules/health-bands.ts";

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
 * Lets mailboxes go; what happened until today no longer counts against those that were held, and
 * with `byRate` against any of them.
 */
export const releaseHolds = (
  db: Db,
  workspaceId: WorkspaceId,
  mailboxIds: SQL,
  restart: { now: UnixMs; byRate: boolean },
  guard: SQL,
): Statement =>
  db
    .update(mailboxes)
    .set({ heldState: null, heldReason: null, heldUntil: null, judgedSince: restart.now })
    .where(
      sql`${mailboxes.id} IN ${mailboxIds}
        AND +${mailboxes.workspaceId} = ${workspaceId} AND (${restart.byRate ? 1 : 0} OR ${mailboxes.heldState} IS NOT NULL) AND ${guard}`,
    );
