import { getTableName, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { RUN_MARKS, runMark } from "#modules/delivery/rules/leases.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Held, Kind, Ledger } from "./kind.ts";
import { among, mailboxOf } from "./moves.ts";

/** What the engine asks of a mail; `proved` where something shows that a server had it. */
export type HeldRow = Held & { readonly proved: number };

const columns = (ledger: Ledger): SQL => sql`
  l.${sql.raw(ledger.id)} AS id, l.workspace_id AS "workspaceId", ${mailboxOf(ledger)} AS "mailboxId",
  l.state AS state, l.lease AS lease, l.attempts AS attempts, ${ledger.messageId} AS "messageId"`;

const select = (db: Db, { ledger, proof }: Kind, where: SQL, by: SQL = sql``): Promise<HeldRow[]> =>
  db.all<HeldRow>(sql`
    SELECT ${columns(ledger)}, ${proof ?? sql`0`} AS proved FROM ${ledger.table} l ${by} WHERE ${where}`);

/**
 * A mail whose end is reported; `troubled` where its mailbox has failures to forget, `keepsIds` where no
 * server of its mailbox was seen to replace Message-IDs.
 */
export type MailRow = Held & {
  readonly troubled: number;
  readonly keepsIds: number;
  readonly serverMessageId: string | null;
};

/** Mails as they stand. */
export const selectMails = (
  db: Db,
  { ledger }: Kind,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<MailRow[]> =>
  db.all<MailRow>(sql`
    SELECT ${columns(ledger)}, l.server_message_id AS "serverMessageId",
      EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = ${mailboxOf(ledger)} AND b.replaces_ids = 0) AS "keepsIds",
      EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = ${mailboxOf(ledger)}
        AND (b.auth_failures > 0 OR b.connect_failures > 0 OR b.status_message IS NOT NULL)) AS troubled
    FROM ${ledger.table} l
    WHERE ${among(ledger, ids)} AND +l.workspace_id = ${workspaceId}`);

/** Across workspaces: mails whose lease ran out. */
export const selectLapsed = (db: Db, kind: Kind, now: UnixMs, limit: number): Promise<HeldRow[]> =>
  select(
    db,
    kind,
    sql`l.lease_until <= ${now} AND +l.state IN ('leased', 'sending') ORDER BY l.lease_until LIMIT ${limit}`,
  );

/** A page of an answer in order of key, behind that one. */
export type After = { readonly id: number; readonly limit: number };

/** The plus keeps the planner on what is live: the key alone would walk the whole table. */
const page = ({ ledger }: Kind, { id, limit }: After): SQL =>
  sql`+l.${sql.raw(ledger.id)} > ${id} ORDER BY +l.${sql.raw(ledger.id)} LIMIT ${limit}`;

/** Across workspaces: what was handed over and has not reached its gate: its lease outlives a claim's. */
export const selectHandedOver = (
  db: Db,
  kind: Kind,
  leaseUntil: UnixMs,
  after: After,
): Promise<HeldRow[]> =>
  select(
    db,
    kind,
    sql`l.lease_until > ${leaseUntil} AND +l.state = 'leased' AND ${page(kind, after)}`,
  );

/** Across workspaces: what another run of the mail service was granted and has not reported the outcome of. */
export const selectLeftBehind = (db: Db, kind: Kind, run: string, after: After) =>
  select(
    db,
    kind,
    sql`l.lease_until IS NOT NULL AND +l.state = 'sending' AND l.evidence GLOB ${RUN_MARKS}
      AND l.evidence <> ${runMark(run)} AND ${page(kind, after)}`,
  );

/** Across workspaces: mails whose outcome became unclear since then. Without its index named, the planner takes the one of all that ended. */
export const selectUnclear = (db: Db, kind: Kind, since: UnixMs, after: After) =>
  select(
    db,
    kind,
    sql`l.state = 'unknown' AND l.finished_at > ${since} AND ${page(kind, after)}`,
    sql.raw(`INDEXED BY ${getTableName(kind.ledger.table)}_unknown`),
  );
