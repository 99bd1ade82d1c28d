import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { CLAIM_LEASE_MS, runMark, SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import type { Guard, Held, Kind, Ledger } from "./kind.ts";
import { type Chosen, limitsOf, returnSlots, slotsFree, usageOf } from "./slots.ts";

/*
 * Every statement that moves a mail, of whatever kind. The row is `l`; `those` and `guard` are
 * conditions over it. What a mail took of a day's limits is given back by every way out but sent,
 * failed and unknown.
 */

/** Who holds mails from now on. */
export type Claim = { readonly lease: string; readonly now: UnixMs };

const key = ({ id }: Ledger): SQL => sql.raw(`l.${id}`);
/** A statement answers the key by its bare name: SQLite knows no alias there. */
const answer = ({ id }: Ledger): SQL => sql.raw(`${id} AS id`);
const json = (value: unknown): SQL => sql`json_each(${JSON.stringify(value)})`;

export const among = (ledger: Ledger, ids: readonly number[]): SQL =>
  sql`${key(ledger)} IN (SELECT value FROM ${json(ids)})`;

const ofWorkspace = (workspaceId: WorkspaceId): SQL => sql`+l.workspace_id = ${workspaceId}`;

/** Of the workspace, and held by this lease without having been handed over. */
const leasedBy = (workspaceId: WorkspaceId, lease: string): SQL =>
  sql`${ofWorkspace(workspaceId)} AND +l.lease = ${lease} AND +l.state = 'leased'`;

/** Columns of a mail that is claimed by the statement that writes it, and their values. */
export const leasedColumns = (claim: Claim, usage: SQL) => ({
  names: sql.raw("state, due_at, lease, lease_until, attempts, usage"),
  values: sql`'leased', ${claim.now}, ${claim.lease}, ${claim.now + CLAIM_LEASE_MS}, 1, ${usage}`,
});

/** Columns of a mail that waits from its first moment on, and their values. */
export const queuedColumns = (dueAt: SQL) => ({
  names: sql.raw("state, due_at"),
  values: sql`'queued', ${dueAt}`,
});

/** Columns of a mail that another product sent: nothing of it is left to do, and it counts nowhere. */
export const importedColumns = (sentAt: SQL, serverMessageId: SQL) => ({
  names: sql.raw("state, due_at, evidence, sent_at, server_message_id"),
  values: sql`'sent', ${sentAt}, 'imported', ${sentAt}, ${serverMessageId}`,
});

/** Columns of a mail that a partner sent and that was found where it arrived, and their values: it is over. */
export const receivedColumns = (at: UnixMs, serverMessageId: string) => ({
  names: sql.raw("state, due_at, evidence, sent_at, finished_at, server_message_id"),
  values: sql`'sent', ${at}, 'placement', ${at}, ${at}, ${serverMessageId}`,
});

/** What an imported mail is called once it was found: the SET of its update. */
export const foundAs = (messageId: SQL, serverMessageId: SQL): SQL =>
  sql`message_id = ${messageId}, server_message_id = coalesce(${serverMessageId}, server_message_id)`;

/** What of a mail begins again where it is asked for once more: the SET of an upsert of `queuedColumns`. */
export const BEGINS_AGAIN: SQL = sql.raw(
  `state = 'queued', due_at = excluded.due_at, attempts = 0, lease = NULL, lease_until = NULL, usage = '[]',
    smtp_code = NULL, smtp_response = NULL, server_message_id = NULL, evidence = NULL, sent_at = NULL,
    finished_at = NULL`,
);

/** Across workspaces: leases what is due and may leave, oldest first. */
export async function leaseDue(
  db: Db,
  { ledger, mayLeave, mayClaim = mayLeave, ready }: Kind,
  claim: Claim,
  how: { readonly oneOfMailbox: boolean; readonly atOnce: number },
): Promise<{ id: number; workspaceId: WorkspaceId }[]> {
  const each = how.oneOfMailbox ? sql.raw(`GROUP BY +l.${ledger.mailbox}`) : sql``;
  const first = how.oneOfMailbox ? sql`min(l.due_at)` : sql`l.due_at`;
  const rows = await db.all<{ id: number; workspace_id: WorkspaceId }>(sql`
    UPDATE ${ledger.table} AS l SET state = 'leased', lease = ${claim.lease},
      lease_until = ${claim.now + CLAIM_LEASE_MS}, attempts = attempts + 1
    WHERE +l.state = 'queued' AND ${key(ledger)} IN (SELECT id FROM (
      SELECT ${key(ledger)} AS id, ${first} AS first FROM ${ledger.table} l
      WHERE l.state = 'queued' AND l.due_at <= ${claim.now} AND ${mayClaim}
        AND ${ready?.(claim.now) ?? sql`1`}
      ${each} ORDER BY first LIMIT ${how.atOnce}))
    RETURNING ${answer(ledger)}, workspace_id`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}

/** Leases what was chosen, where it may leave and the day's limits have room: checked in the write itself. */
export function leaseChosen(
  db: Db,
  { ledger, mayLeave, ready }: Kind,
  workspaceId: WorkspaceId,
  claim: Claim,
  chosen: readonly Chosen[],
): Statement {
  const rows = chosen.map(({ id, slots }) => ({
    id,
    usage: usageOf(slots),
    limits: limitsOf(slots),
  }));
  return db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'leased', lease = ${claim.lease},
      lease_until = ${claim.now + CLAIM_LEASE_MS}, attempts = attempts + 1, usage = c.value->'usage'
    FROM ${json(rows)} c
    WHERE ${key(ledger)} = c.value->>'id' AND ${ofWorkspace(workspaceId)}
      AND +l.state = 'queued' AND +l.due_at <= ${claim.now} AND ${mayLeave}
      AND ${ready?.(claim.now) ?? sql`1`} AND ${slotsFree(workspaceId, sql`c.value->'limits'`)}`);
}

/** What this lease holds and has not handed over, those of a mailbox together. Answers `id`. */
export const selectLeased = (
  db: Db,
  { ledger }: Kind,
  workspaceId: WorkspaceId,
  lease: string,
): Statement =>
  db.all<{ id: number }>(sql`
    SELECT ${key(ledger)} AS id FROM ${ledger.table} l
    WHERE ${ofWorkspace(workspaceId)} AND l.lease = ${lease} AND l.state = 'leased'
    ORDER BY ${sql.raw(`l.${ledger.mailbox}`)}, 1`);

/** Gives what is handed over the time of an SMTP dialogue. */
export const prolong = (
  db: Db,
  { ledger }: Kind,
  workspaceId: WorkspaceId,
  claim: Claim,
  ids: readonly number[],
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET lease_until = ${claim.now + SEND_LEASE_MS}
    WHERE ${among(ledger, ids)} AND ${leasedBy(workspaceId, claim.lease)}`);

/**
 * The last gate: `leased` becomes `sending` while the lease is the asker's and alive, and the mail
 * may leave. Answers the won.
 */
export async function grant(
  db: Db,
  { ledger, mayLeave }: Kind,
  workspaceId: WorkspaceId,
  asked: readonly { readonly id: number; readonly lease: string }[],
  at: { readonly now: UnixMs; readonly run: string | null },
): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    UPDATE ${ledger.table} AS l SET state = 'sending', lease_until = ${at.now + SEND_LEASE_MS},
      evidence = ${runMark(at.run)}
    FROM ${json(asked)} c
    WHERE ${key(ledger)} = c.value->>'id' AND ${ofWorkspace(workspaceId)}
      AND +l.lease = c.value->>'lease' AND +l.state = 'leased'
      AND +l.lease_until > ${at.now}
      AND ${mayLeave}
    RETURNING ${answer(ledger)}`);
  return rows.map((row) => row.id);
}

/** Every one of these mails still stands in the state, and under the lease, in which it was read. */
export function unchangedSince(
  { ledger }: Pick<Kind, "ledger">,
  workspaceId: WorkspaceId,
  mails: readonly Pick<Held, "id" | "state" | "lease">[],
): Guard {
  const rows = mails.map(({ id, state, lease }) => [id, state, lease]);
  return sql`(SELECT count(*) FROM ${json(rows)} r JOIN ${ledger.table} l ON ${key(ledger)} = r.value->>0
    WHERE ${ofWorkspace(workspaceId)} AND +l.state = r.value->>1 AND +l.lease IS r.value->>2) = ${mails.length}`;
}

export const bothHold = (one: Guard, other: Guard): Guard => sql`${one} AND ${other}`;

/** Where a mail goes after a try. */
export type Move = {
  readonly id: number;
  readonly to: "sent" | "unknown" | "failed" | "queued";
  readonly code: number | null;
  readonly response: string | null;
  readonly evidence: string | null;
  /** Of `queued`. */
  readonly dueAt?: UnixMs;
  readonly counted?: boolean;
  /** When a server took it, where that is known. */
  readonly sentAt?: number | null;
  /** The Message-ID that the server gave it in place of ours. */
  readonly serverMessageId?: string | null;
};

/** The transition itself: last of its batch; answers the moved. An unknown mail keeps its lease, for late evidence. */
export const settleRows = (
  db: Db,
  { ledger }: Pick<Kind, "ledger">,
  workspaceId: WorkspaceId,
  moves: readonly Move[],
  now: UnixMs,
  guard: Guard,
): Statement =>
  db.all<{ id: number }>(sql`
    UPDATE ${ledger.table} AS l SET state = r.value->>'to', smtp_code = r.value->>'code',
      smtp_response = r.value->>'response', evidence = r.value->>'evidence', lease_until = NULL,
      lease = CASE WHEN r.value->>'to' = 'unknown' THEN lease END,
      due_at = coalesce(r.value->>'dueAt', due_at),
      attempts = attempts - (r.value->>'to' = 'queued' AND NOT coalesce(r.value->>'counted', 1)),
      usage = CASE WHEN r.value->>'to' = 'queued' THEN '[]' ELSE usage END,
      server_message_id = coalesce(r.value->>'serverMessageId', server_message_id),
      sent_at = CASE WHEN r.value->>'to' IN ('sent', 'unknown')
        THEN coalesce(r.value->>'sentAt', sent_at, ${now}) ELSE sent_at END,
      finished_at = CASE WHEN r.value->>'to' = 'queued' THEN NULL ELSE ${now} END
    FROM ${json(moves)} r
    WHERE ${key(ledger)} = r.value->>'id' AND ${ofWorkspace(workspaceId)} AND ${guard}
    RETURNING ${answer(ledger)}`);

/** Ends mails of a lease that are not to be sent, each with its reason. */
export const skipLeased = (
  db: Db,
  { ledger }: Kind,
  workspaceId: WorkspaceId,
  lease: string,
  skipped: readonly { readonly id: number; readonly reason: string }[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'skipped', evidence = c.value->>'reason', lease = NULL,
      lease_until = NULL, usage = '[]', finished_at = ${now}
    FROM ${json(skipped)} c
    WHERE ${key(ledger)} = c.value->>'id' AND ${leasedBy(workspaceId, lease)}`);

/** Ends mails that wait and may not be sent any more, each with its reason. */
export const skipQueued = (
  db: Db,
  { ledger }: Kind,
  workspaceId: WorkspaceId,
  skipped: readonly { readonly id: number; readonly reason: string | null }[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'skipped', evidence = c.value->>'reason', finished_at = ${now}
    FROM ${json(skipped)} c
    WHERE ${key(ledger)} = c.value->>'id' AND ${ofWorkspace(workspaceId)} AND +l.state = 'queued'`);

/** Mails of a lease back into the queue, each until then and with what it waits for; that was no try. */
export const delayLeased = (
  db: Db,
  { ledger }: Kind,
  workspaceId: WorkspaceId,
  lease: string,
  waiting: readonly {
    readonly id: number;
    readonly until: UnixMs;
    readonly reason: string;
    readonly detail: string;
  }[],
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'queued', evidence = c.value->>'reason', due_at = c.value->>'until',
      lease = NULL, lease_until = NULL, usage = '[]', attempts = attempts - 1,
      smtp_code = NULL, smtp_response = c.value->>'detail'
    FROM ${json(waiting)} c
    WHERE ${key(ledger)} = c.value->>'id' AND ${leasedBy(workspaceId, lease)}`);

/** Delays what is due and cannot leave now. */
export const delayDue = (
  db: Db,
  { ledger }: Kind,
  workspaceId: WorkspaceId,
  waiting: readonly { readonly id: number; readonly until: UnixMs }[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET due_at = c.value->>'until'
    FROM ${json(waiting)} c
    WHERE ${key(ledger)} = c.value->>'id' AND ${ofWorkspace(workspaceId)}
      AND +l.state = 'queued' AND +l.due_at <= ${now}`);

/** Makes those that wait due at another time. */
export const dueAtInstead = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  those: SQL,
  dueAt: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET due_at = ${dueAt}
    WHERE ${ofWorkspace(workspaceId)} AND +l.state = 'queued' AND ${those}`);

/** Cancels those that have not reached a server: what is past the gate goes on. */
export const cancel = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  those: SQL,
  now: UnixMs,
): Statement[] => [
  returnSlots(db, ledger, workspaceId, sql`+l.state = 'leased' AND ${those}`),
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'cancelled', lease = NULL, lease_until = NULL, usage = '[]',
      finished_at = ${now}
    WHERE ${ofWorkspace(workspaceId)} AND +l.state IN ('queued', 'leased') AND ${those}`),
];

/** Gives those that have not reached a server to another mailbox; who holds one meets a closed gate. */
export const takeBack = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  those: SQL,
  mailbox: SQL,
): Statement[] => [
  returnSlots(db, ledger, workspaceId, sql`+l.state = 'leased' AND ${those}`),
  db.run(sql`
    UPDATE ${ledger.table} AS l SET ${sql.raw(ledger.mailbox)} = ${mailbox}, state = 'queued', lease = NULL,
      lease_until = NULL, usage = '[]', attempts = attempts - (l.state = 'leased')
    WHERE ${ofWorkspace(workspaceId)} AND +l.state IN ('queued', 'leased') AND ${those}`),
];

/**
 * Puts those that ended in such a state back into the queue. `tries`: of them that no longer count;
 * `alongside`: what else their rows forget.
 */
export const reopen = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  from: "skipped" | "failed" | "cancelled",
  those: SQL,
  now: UnixMs,
  also: { readonly tries: number; readonly alongside: SQL } | null = null,
): Statement[] => [
  returnSlots(db, ledger, workspaceId, sql`+l.state = ${from} AND ${those}`),
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'queued', due_at = ${now}, evidence = NULL, finished_at = NULL,
      usage = '[]', attempts = max(0, attempts - ${also?.tries ?? 0})${also ? sql`, ${also.alongside}` : sql``}
    WHERE ${ofWorkspace(workspaceId)} AND +l.state = ${from} AND ${those}`),
];

/** Across workspaces: ends what is due and over. */
export const endMoot = (db: Db, { ledger }: Kind, moot: SQL, now: UnixMs): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'cancelled', finished_at = ${now}
    WHERE l.state = 'queued' AND l.due_at <= ${now} AND ${moot}`);

/** What can prove that a server took a mail. */
export type Evidence = "reply" | "dsn" | "hit" | "sent_folder";

/** Nobody has reported yet whether the mail reached its server. */
export const stillUnknown = (ledger: Ledger, workspaceId: WorkspaceId, id: number): Guard =>
  unchangedState(ledger, workspaceId, id, "unknown");

const unchangedState = (
  ledger: Ledger,
  workspaceId: WorkspaceId,
  id: number,
  state: string,
): Guard =>
  sql`EXISTS (SELECT 1 FROM ${ledger.table} l WHERE ${key(ledger)} = ${id} AND ${ofWorkspace(workspaceId)} AND +l.state = ${state})`;

/**
 * Evidence settles an unclear mail; it may show under which Message-ID the server sent it. Nothing
 * for one in any other state.
 */
export const settleUnknown = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  id: number,
  evidence: Evidence,
  serverMessageId: string | null = null,
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'sent', evidence = ${evidence}, lease = NULL, lease_until = NULL,
      server_message_id = coalesce(server_message_id, ${serverMessageId})
    WHERE ${key(ledger)} = ${id} AND ${ofWorkspace(workspaceId)} AND +l.state = 'unknown'`);

/** A server's own ids of mails that were proved to have left before it reported them. The first one stays. */
export const learnServerIds = (
  db: Db,
  { ledger }: Pick<Kind, "ledger">,
  workspaceId: WorkspaceId,
  learnt: readonly { readonly id: number; readonly serverMessageId: string }[],
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET server_message_id = c.value->>'serverMessageId'
    FROM ${json(learnt)} c
    WHERE ${key(ledger)} = c.value->>'id' AND ${ofWorkspace(workspaceId)}
      AND +l.state = 'sent' AND +l.server_message_id IS NULL`);

/** A mail that stays unclear is looked for once more from now on. */
export const unclearSinceNow = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  id: number,
  now: UnixMs,
  guard: Guard,
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET finished_at = ${now}
    WHERE ${key(ledger)} = ${id} AND ${ofWorkspace(workspaceId)} AND +l.state = 'unknown' AND ${guard}`);

/**
 * A mail was seen where it arrived, with the Message-ID that it bears in place of ours: it has left,
 * whatever its row says. `alongside` is what else its row learns. Answers it.
 */
export const settleArrived = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  { id, serverMessageId }: { readonly id: number; readonly serverMessageId: string | null },
  alongside: SQL,
  now: UnixMs,
  guard: Guard,
): Statement =>
  db.all<{ id: number }>(sql`
    UPDATE ${ledger.table} AS l SET ${alongside},
      evidence = CASE WHEN state = 'sent' THEN evidence ELSE 'placement' END, state = 'sent',
      server_message_id = coalesce(${serverMessageId}, server_message_id),
      lease = NULL, lease_until = NULL, sent_at = coalesce(sent_at, ${now}), finished_at = coalesce(finished_at, ${now})
    WHERE ${key(ledger)} = ${id} AND ${ofWorkspace(workspaceId)} AND ${guard}
    RETURNING ${answer(ledger)}`);

/** A mail came back after a server had taken it. */
export const settleReturned = (
  db: Db,
  ledger: Ledger,
  workspaceId: WorkspaceId,
  id: number,
  now: UnixMs,
  guard: Guard,
): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET state = 'failed', evidence = 'dsn', smtp_code = NULL, smtp_response = NULL,
      lease = NULL, lease_until = NULL, sent_at = coalesce(sent_at, ${now}), finished_at = ${now}
    WHERE ${key(ledger)} = ${id} AND ${ofWorkspace(workspaceId)} AND ${guard}`);

/** Across workspaces: claims that would be held for longer than a dialogue takes, since the clock was put back. */
export const clampLeases = (db: Db, { ledger }: Kind, now: UnixMs): Statement =>
  db.run(sql`
    UPDATE ${ledger.table} AS l SET lease_until = ${now + SEND_LEASE_MS}
    WHERE l.lease_until > ${now + SEND_LEASE_MS}`);

/** The mailbox of `l`, as SQL. */
export const mailboxOf = ({ mailbox }: Ledger): SQL<MailboxId> =>
  sql.raw(`l.${mailbox}`) as SQL<MailboxId>;
