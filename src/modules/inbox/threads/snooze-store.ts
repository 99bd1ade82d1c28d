import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** Ends what is over, the earliest first, at most `limit` of it. Across workspaces: the sweep looks for work. */
export async function wakeThreads(db: Db, now: UnixMs, limit: number): Promise<void> {
  await db
    .update(threads)
    .set({ isUnread: true, snoozedUntil: null, updatedAt: now })
    .where(
      sql`${threads.id} IN (SELECT t.id FROM ${threads} t
        WHERE t.snoozed_until IS NOT NULL AND t.snoozed_until <= ${now} ORDER BY t.snoozed_until LIMIT ${limit})`,
    );
}
