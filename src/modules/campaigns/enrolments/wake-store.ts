import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** Where a lead stands when it is no longer paused: new, or in the middle of its sequence. */
const UNPAUSED = sql`CASE WHEN mailbox_id IS NULL THEN 'pending' ELSE 'in_progress' END`;

/** Across workspaces: one statement wakes each lead whose date has come. */
export async function wakeEnrolments(db: Db, now: UnixMs, limit: number): Promise<void> {
  await db.run(sql`
    UPDATE ${campaignLeads} SET status = ${UNPAUSED}, held_until = NULL
    WHERE id IN (SELECT id FROM ${campaignLeads}
      WHERE status = 'paused' AND held_until IS NOT NULL AND held_until <= ${now} LIMIT ${limit})`);
}
