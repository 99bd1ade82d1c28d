import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { ssoFlows } from "#modules/accounts/schema/sso.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

export type FlowRow = typeof ssoFlows.$inferSelect;
export type FlowPurpose = FlowRow["purpose"];

export const insertSsoFlow = (db: InstallDb, row: FlowRow): InstallStatement =>
  db.insert(ssoFlows).values(row);

/**
 * Taken and gone in one statement: the same answer a second time finds nothing, and another browser
 * can't use it up.
 */
export async function takeSsoFlow(
  db: InstallDb,
  by: {
    readonly stateHash: string;
    readonly browserHash: string;
    readonly host: string | null;
    readonly now: UnixMs;
  },
): Promise<FlowRow | null> {
  const [row] = await db
    .delete(ssoFlows)
    .where(
      and(
        eq(ssoFlows.stateHash, by.stateHash),
        eq(ssoFlows.browserHash, by.browserHash),
        sql`${ssoFlows.host} IS ${by.host}`,
        gt(ssoFlows.expiresAt, by.now),
      ),
    )
    .returning();
  return row ?? null;
}

/**
 * The own host that a flow began at. Null: it began at the install's address, is unknown, or the host
 * was removed meanwhile: it may be somebody else's by now.
 */
export async function findFlowHost(db: InstallDb, stateHash: string): Promise<string | null> {
  const [row] = await db
    .select({ host: workspaceHosts.host })
    .from(ssoFlows)
    .innerJoin(workspaceHosts, eq(workspaceHosts.host, ssoFlows.host))
    .where(eq(ssoFlows.stateHash, stateHash))
    .limit(1);
  return row?.host ?? null;
}

export async function deleteExpiredSsoFlows(db: InstallDb, now: UnixMs): Promise<void> {
  await db.delete(ssoFlows).where(lte(ssoFlows.expiresAt, now));
}
