import { and, eq, lt, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { writtenOnce } from "#platform/db/written-once.ts";
import { rateWindows } from "./schema.ts";

const oneMore = writtenOnce((db: InstallDb) =>
  db
    .insert(rateWindows)
    .values({ key: sql.placeholder("key"), window: sql.placeholder("window"), count: 1 })
    .onConflictDoUpdate({
      target: [rateWindows.key, rateWindows.window],
      set: { count: sql`${rateWindows.count} + 1` },
    })
    .returning({ count: rateWindows.count }),
);

/** Counts one request and answers the count of its window. */
export const countInWindow = (db: InstallDb, key: string, window: number) =>
  oneMore(db, { key, window });

export const selectCount = (db: InstallDb, key: string, window: number) =>
  db
    .select({ count: rateWindows.count })
    .from(rateWindows)
    .where(and(eq(rateWindows.key, key), eq(rateWindows.window, window)));

export async function deleteWindowsBefore(db: InstallDb, window: number): Promise<void> {
  await db.delete(rateWindows).where(lt(rateWindows.window, window));
}
