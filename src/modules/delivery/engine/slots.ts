import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { dailyUsage, type UsageScope } from "#modules/mailboxes/schema/usage.ts";
import type { Guard, Ledger } from "./kind.ts";

/** A place of a day's limit that a claim takes: `rank` counts the claims of its batch that share it, from 1. */
export type Slot = {
  readonly scope: UsageScope;
  readonly key: string;
  readonly day: string;
  readonly rank: number;
  readonly limit: number;
};

/** A mail of a ledger that is to be claimed, with the places that it takes. */
export type Chosen = { readonly id: number; readonly slots: readonly Slot[] };

/** As the column `usage` keeps them. */
export const usageOf = (slots: readonly Slot[]) => slots.map((s) => [s.scope, s.key, s.day]);
/** As `slotsFree` reads them. */
export const limitsOf = (slots: readonly Slot[]) =>
  slots.map((s) => [s.scope, s.key, s.day, s.rank, s.limit]);

/** Every place of a claim is still free: `limits` is a JSON array of `limitsOf`. */
export const slotsFree = (workspaceId: WorkspaceId, limits: SQL): SQL => sql`
  NOT EXISTS (SELECT 1 FROM json_each(${limits}) u LEFT JOIN ${dailyUsage} d
    ON d.workspace_id = ${workspaceId} AND d.scope = u.value->>0 AND d.key = u.value->>1 AND d.day = u.value->>2
    WHERE coalesce(d.used, 0) + (u.value->>3) > (u.value->>4))`;

/** Takes the places of what this lease claimed. */
export const takeSlots = (
  db: Db,
  { table }: Ledger,
  workspaceId: WorkspaceId,
  lease: string,
): Statement =>
  db.run(sql`
    INSERT INTO ${dailyUsage} (workspace_id, scope, key, day, used)
    SELECT ${workspaceId}, u.value->>0, u.value->>1, u.value->>2, count(*)
    FROM ${table} l, json_each(l.usage) u
    WHERE +l.workspace_id = ${workspaceId} AND l.lease = ${lease}
    GROUP BY 2, 3, 4
    ON CONFLICT (workspace_id, scope, key, day) DO UPDATE SET used = used + excluded.used`);

/** Gives back the places of those mails, conditions over `l`; before they move. */
export const returnSlots = (
  db: Db,
  { table }: Ledger,
  workspaceId: WorkspaceId,
  those: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${dailyUsage} SET used = used - x.n
    FROM (SELECT u.value->>0 AS scope, u.value->>1 AS key, u.value->>2 AS day, count(*) AS n
          FROM ${table} l, json_each(l.usage) u
          WHERE +l.workspace_id = ${workspaceId} AND ${those} GROUP BY 1, 2, 3) x
    WHERE ${dailyUsage}.workspace_id = ${workspaceId} AND ${dailyUsage}.scope = x.scope
      AND ${dailyUsage}.key = x.key AND ${dailyUsage}.day = x.day`);

/** Starts the gap of the mailboxes that this lease uses. */
export const startGaps = (
  db: Db,
  { table, mailbox }: Ledger,
  workspaceId: WorkspaceId,
  lease: string,
  gaps: readonly { readonly mailboxId: MailboxId; readonly until: UnixMs }[],
): Statement =>
  db.run(sql`
    UPDATE ${mailboxes} SET next_send_at = g.value->>1
    FROM json_each(${JSON.stringify(gaps.map((g) => [g.mailboxId, g.until]))}) g
    WHERE ${mailboxes}.id = g.value->>0 AND +${mailboxes}.workspace_id = ${workspaceId}
      AND ${mailboxes}.id IN (SELECT l.${sql.raw(mailbox)} FROM ${table} l WHERE l.lease = ${lease})`);

/**
 * Lets mailboxes go on at once whose only mail of its claim is one of those that go no further: the
 * gap is kept between mails, and none has left. Before they move.
 */
export const endGaps = (
  db: Db,
  { table, id, mailbox }: Ledger,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  now: UnixMs,
  guard: Guard,
): Statement => {
  const those = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const [key, other] = [sql.raw(id), sql.raw(mailbox)];
  return db.run(sql`
    UPDATE ${mailboxes} SET next_send_at =
      min(next_send_at, max(${now}, coalesce(last_sent_at, 0) + min_gap_seconds * 1000))
    WHERE +workspace_id = ${workspaceId} AND next_send_at > ${now}
      AND id IN (SELECT l.${other} FROM ${table} l WHERE l.${key} IN ${those} AND +l.state = 'leased'
        AND NOT EXISTS (SELECT 1 FROM ${table} o WHERE o.lease = l.lease
          AND o.${other} = l.${other} AND o.${key} NOT IN ${those})) AND ${guard}`);
};
