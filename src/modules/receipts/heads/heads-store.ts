import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { receiptHeads, receipts } from "#modules/receipts/schema/receipts.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export type HeadRow = typeof receiptHeads.$inferSelect;

export const insertHead = (db: Db, head: HeadRow, guard: SQL): Statement =>
  db.run(sql`
    INSERT INTO ${receiptHeads} (workspace_id, day, count, last, previous, at, key, signature, hash)
    SELECT ${head.workspaceId}, ${head.day}, ${head.count}, ${head.last}, ${head.previous}, ${head.at},
      ${head.key}, ${head.signature}, ${head.hash} WHERE ${guard}`);

/** Closed days, newest first. */
export const selectNewestHeads = (
  db: Db,
  workspaceId: WorkspaceId,
  range: { readonly from: string; readonly to: string },
  limit: number,
): Promise<HeadRow[]> =>
  db
    .select()
    .from(receiptHeads)
    .where(
      and(
        eq(receiptHeads.workspaceId, workspaceId),
        gte(receiptHeads.day, range.from),
        lte(receiptHeads.day, range.to),
      ),
    )
    .orderBy(desc(receiptHeads.day))
    .limit(limit);

export async function selectHead(
  db: Db,
  workspaceId: WorkspaceId,
  day: string,
): Promise<HeadRow | null> {
  const rows = await db
    .select()
    .from(receiptHeads)
    .where(and(eq(receiptHeads.workspaceId, workspaceId), eq(receiptHeads.day, day)));
  return rows[0] ?? null;
}

/** The last closed day before a day. */
export async function selectHeadBefore(
  db: Db,
  workspaceId: WorkspaceId,
  day: string,
): Promise<HeadRow | null> {
  const rows = await db
    .select()
    .from(receiptHeads)
    .where(and(eq(receiptHeads.workspaceId, workspaceId), lt(receiptHeads.day, day)))
    .orderBy(desc(receiptHeads.day))
    .limit(1);
  return rows[0] ?? null;
}

export type ReceiptRow = typeof receipts.$inferSelect;

/** The next receipts behind a place, in their order. */
export const selectReceiptsAfter = (
  db: Db,
  workspaceId: WorkspaceId,
  after: { readonly day: string; readonly seq: number },
  to: string,
  limit: number,
): Promise<ReceiptRow[]> =>
  db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.workspaceId, workspaceId),
        sql`(${receipts.day}, ${receipts.seq}) > (${after.day}, ${after.seq})`,
        lte(receipts.day, to),
      ),
    )
    .orderBy(asc(receipts.day), asc(receipts.seq))
    .limit(limit);
