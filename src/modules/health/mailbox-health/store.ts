import { type Phrase, phrase } from "#platform/words/phrase.ts";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
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

/** A mailbox as its health needs it; none where it is gone. */
export const selectBox = (db: Db, workspaceId: WorkspaceId, id: MailboxId) =>
  db
    .select(FIELDS)
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
        eq(mailboxes.id, id),
      ),
    )
    .limit(1);
export type BoxRow = Awaited<ReturnType<typeof selectBox>>[number];

const whileState = (workspaceId: WorkspaceId, id: MailboxId, from: HeldState | null) =>
  and(
    eq(mailboxes.workspaceId, workspaceId),
    eq(mailboxes.id, id),
    isNull(mailboxes.deletedAt),
    from === null ? isNull(mailboxes.heldState) : eq(mailboxes.heldState, from),
  );

/** Throttles or quarantines a mailbox, or ends that; nothing if another process was faster. */
export const changeThrottle = (
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
    .where(whileState(workspaceId, id, from))
    .returning({ id: mailboxes.id });

/** The rows from which the notice takes its words. */
export const noticeRows = (workspaceId: WorkspaceId, id: MailboxId, from: HeldState | null) =>
  sql`FROM ${mailboxes} WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL
    AND held_state IS ${from}`;

export const throttleTitle = (to: HeldState): Phrase<SQL> =>
  phrase(
    to === "quarantined" ? "Mailbox {mailbox} is quarantined" : "Mailbox {mailbox} was slowed down",
    { mailbox: sql`email` },
  );

/**
 * Throttled and quarantined mailboxes that are due to be judged again. Across workspaces: the sweep
 * looks for work.
 */
export async function selectDueThrottles(
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
 * Ends throttling; what happened until today no longer counts against the mailboxes that were
 * throttled, and with `byRate` against any of them.
 */
export const endThrottling = (
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
