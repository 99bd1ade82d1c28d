import { lt, sql } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { rateWindows } from "#db/schema/access.ts";

/** Counts one request and answers the count of its window. */
export const countInWindow = (db: Db, key: string, window: number) =>
  db
    .insert(rateWindows)
    .values({ key, window, count: 1 })
    .onConflictDoUpdate({
      target: [rateWindows.key, rateWindows.window],
      set: { count: sql`${rateWindows.count} + 1` },
    })
    .returning({ count: rateWindows.count });

export async function deleteWindowsBefore(db: Db, window: number): Promise<void> {
  await db.delete(rateWindows).where(lt(rateWindows.window, window));
}
