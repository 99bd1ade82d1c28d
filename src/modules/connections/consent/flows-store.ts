import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { oauthFlows } from "#modules/connections/schema/clients.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";

export type FlowRow = typeof oauthFlows.$inferSelect;

export const insertFlow = (db: InstallDb, row: FlowRow): InstallStatement =>
  db.insert(oauthFlows).values(row);

/**
 * Taken and gone in one statement: the same answer a second time finds nothing, and another session
 * can't use it up. A flow that a key began has no session.
 */
export async function takeFlow(
  db: InstallDb,
  by: {
    readonly stateHash: string;
    readonly sessionHash: string;
    readonly provider: Provider;
    readonly now: UnixMs;
  },
): Promise<FlowRow | null> {
  const [row] = await db
    .delete(oauthFlows)
    .where(
      and(
        eq(oauthFlows.stateHash, by.stateHash),
        inArray(oauthFlows.sessionHash, ["", by.sessionHash]),
        eq(oauthFlows.provider, by.provider),
        gt(oauthFlows.expiresAt, by.now),
      ),
    )
    .returning();
  return row ?? null;
}

export async function deleteExpiredFlows(db: InstallDb, now: UnixMs): Promise<void> {
  await db.delete(oauthFlows).where(lte(oauthFlows.expiresAt, now));
}
