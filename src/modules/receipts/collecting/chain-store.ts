import { and, eq, type SQL, sql } from "drizzle-orm";
import { receiptChains, receiptMarks, receipts } from "#modules/receipts/schema/receipts.ts";
import type { Said } from "#modules/receipts/rules/encoding.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type ChainRow = typeof receiptChains.$inferSelect;
export type NewReceipt = Said & { readonly seq: number; readonly hash: string };

export async function selectChain(db: Db, workspaceId: WorkspaceId): Promise<ChainRow | null> {
  const rows = await db
    .select()
    .from(receiptChains)
    .where(eq(receiptChains.workspaceId, workspaceId));
  return rows[0] ?? null;
}

/** Begins a chain; one that is there stays. */
export async function beginChain(
  db: Db,
  workspaceId: WorkspaceId,
  begun: { readonly salt: string; readonly beganAt: UnixMs; readonly readTo: string },
): Promise<void> {
  await db
    .insert(receiptChains)
    .values({ workspaceId, ...begun })
    .onConflictDoNothing();
}

/** Where the chains of this database were read to. */
export async function selectPlacesRead(db: Db): Promise<string[]> {
  const rows = await db
    .select({ readTo: receiptChains.readTo })
    .from(receiptChains)
    .where(sql`${receiptChains.workspaceId} > 0`);
  return [...new Set(rows.map(({ readTo }) => readTo))];
}

/** Which of these causes have their receipt. */
export async function selectKnownCauses(
  db: Db,
  workspaceId: WorkspaceId,
  causes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.all<{ cause: string }>(sql`
    SELECT cause FROM ${receipts} WHERE workspace_id = ${workspaceId}
      AND cause IN (SELECT value FROM json_each(${JSON.stringify(causes)}))`);
  return new Set(rows.map(({ cause }) => cause));
}

/** The chain stands where it was read, and nobody was erased since. */
export const chainUnchanged = (chain: ChainRow): SQL =>
  sql`EXISTS (SELECT 1 FROM ${receiptChains} WHERE workspace_id = ${chain.workspaceId}
    AND day = ${chain.day} AND count = ${chain.count} AND last = ${chain.last} AND epoch = ${chain.epoch})`;

export const insertReceipts = (
  db: Db,
  workspaceId: WorkspaceId,
  day: string,
  rows: readonly NewReceipt[],
  guard: SQL,
): Statement =>
  db.run(sql`
    INSERT INTO ${receipts} (workspace_id, day, seq, kind, at, cause, person, domain, step, detail, hash)
    SELECT ${workspaceId}, ${day}, r.value ->> 'seq', r.value ->> 'kind', r.value ->> 'at', r.value ->> 'cause',
      r.value ->> 'person', r.value ->> 'domain', r.value ->> 'step', r.value ->> 'detail', r.value ->> 'hash'
    FROM json_each(${JSON.stringify(rows)}) r WHERE ${guard}`);

export const forgetMarks = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  guard: SQL,
): Statement =>
  db.run(sql`
    DELETE FROM ${receiptMarks} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND +workspace_id = ${workspaceId} AND ${guard}`);

/** Moves the chain on; last of its batch. Answers it where it stood as it was read. */
export const moveChain = (
  db: Db,
  chain: ChainRow,
  to: Partial<Pick<ChainRow, "day" | "count" | "last" | "head" | "readTo">>,
): Statement =>
  db
    .update(receiptChains)
    .set(to)
    .where(and(eq(receiptChains.workspaceId, chain.workspaceId), chainUnchanged(chain)))
    .returning({ moved: receiptChains.workspaceId });

/** Chains whose open day is over. */
export async function selectOverdueChains(
  db: Db,
  today: string,
  limit: number,
): Promise<ChainRow[]> {
  return db
    .select()
    .from(receiptChains)
    .where(sql`count > 0 AND day < ${today}`)
    .limit(limit);
}
