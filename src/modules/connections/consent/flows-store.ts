import { and, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { oauthFlows } from "#modules/connections/schema/clients.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";

export type FlowRow = typeof oauthFlows.$inferSelect;

export const insertFlow = (db: InstallDb, row: FlowRow): InstallStatement =>
  db.insert(oauthFlows).values(row);

/**
 * Taken and gone in one statement: the same answer a second time finds nothing, and another session
 * can't use it up. A flow that a key began has no session. At the install's address it is found by its
 * state, at the own host that it began at by its ticket.
 */
export async function takeFlow(
  db: InstallDb,
  by: {
    readonly stateHash?: string;
    readonly ticketHash?: string;
    readonly host: string | null;
    readonly sessionHash: string;
    readonly provider: Provider;
    readonly now: UnixMs;
  },
): Promise<FlowRow | null> {
  const [row] = await db
    .delete(oauthFlows)
    .where(
      and(
        by.host === null
          ? and(isNull(oauthFlows.host), eq(oauthFlows.stateHash, by.stateHash ?? ""))
          : and(eq(oauthFlows.host, by.host), eq(oauthFlows.ticketHash, by.ticketHash ?? "")),
        inArray(oauthFlows.sessionHash, ["", by.sessionHash]),
        eq(oauthFlows.provider, by.provider),
        gt(oauthFlows.expiresAt, by.now),
      ),
    )
    .returning();
  return row ?? null;
}

/**
 * The own host that a flow began at, even where its time is over. Null: it began at the install's address,
 * is unknown, or the host was removed meanwhile: it may be somebody else's by now.
 */
export async function selectFlowHost(
  db: InstallDb,
  stateHash: string,
  provider: Provider,
): Promise<string | null> {
  const rows = await db
    .select({ host: workspaceHosts.host })
    .from(oauthFlows)
    .innerJoin(
      workspaceHosts,
      and(
        eq(workspaceHosts.host, oauthFlows.host),
        eq(workspaceHosts.workspaceId, oauthFlows.workspaceId),
      ),
    )
    .where(and(eq(oauthFlows.stateHash, stateHash), eq(oauthFlows.provider, provider)))
    .limit(1);
  return rows[0]?.host ?? null;
}

/** Keeps a provider's answer for the own host that the flow began at, once. False: it is too late. */
export async function handFlowOver(
  db: InstallDb,
  by: { readonly stateHash: string; readonly host: string; readonly now: UnixMs },
  kept: { readonly ticketHash: string; readonly answer: string },
): Promise<boolean> {
  const rows = await db
    .update(oauthFlows)
    .set(kept)
    .where(
      and(
        eq(oauthFlows.stateHash, by.stateHash),
        eq(oauthFlows.host, by.host),
        gt(oauthFlows.expiresAt, by.now),
        isNull(oauthFlows.ticketHash),
      ),
    )
    .returning({ host: oauthFlows.host });
  return rows.length > 0;
}

export async function deleteExpiredFlows(db: InstallDb, now: UnixMs): Promise<void> {
  await db.delete(oauthFlows).where(lte(oauthFlows.expiresAt, now));
}
