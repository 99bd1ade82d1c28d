import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { grants } from "#modules/connections/schema/grants.ts";
import type { OrganisationId, WorkspaceId } from "#platform/rules/ids.ts";

/** Across the workspaces of a database: how many mailboxes each organisation opens. */
export const countGrants = (db: Db) =>
  db
    .select({ organisationId: grants.organisationId, n: sql<number>`count(*)` })
    .from(grants)
    .where(isNotNull(grants.organisationId))
    .groupBy(grants.organisationId);

/** A connection of an address by its organisation, in whichever workspace of a database. */
export async function selectOneGrant(db: Db, organisationId: OrganisationId, email: string) {
  const [row] = await db
    .select({ id: grants.id, workspaceId: grants.workspaceId, generation: grants.generation })
    .from(grants)
    .where(
      and(
        eq(grants.organisationId, organisationId),
        eq(grants.account, email),
        eq(grants.state, "connected"),
      ),
    )
    .limit(1);
  return row ?? null;
}

/**
 * Forgets the access tokens of an organisation's mailboxes: the next log-in asks for another, and
 * finds that it is not granted any more. Null: of every workspace and address.
 */
export async function dropTokens(
  db: Db,
  organisationId: OrganisationId,
  of: { readonly workspaceId: WorkspaceId; readonly email: string } | null,
): Promise<void> {
  await db
    .update(grants)
    .set({
      accessToken: null,
      accessUntil: null,
      accessRenewAt: null,
      apiToken: null,
      apiUntil: null,
      apiRenewAt: null,
      version: sql`${grants.version} + 1`,
      lease: null,
      leaseUntil: null,
      retryAt: null,
    })
    .where(
      and(
        eq(grants.organisationId, organisationId),
        of === null
          ? undefined
          : and(eq(grants.workspaceId, of.workspaceId), eq(grants.account, of.email)),
      ),
    );
}

/** The connections that a workspace has of these addresses. */
export const selectConnected = (
  db: Db,
  workspaceId: WorkspaceId,
  organisationIds: readonly OrganisationId[],
) =>
  db
    .select({
      organisationId: grants.organisationId,
      account: grants.account,
      state: grants.state,
    })
    .from(grants)
    .where(
      and(
        eq(grants.workspaceId, workspaceId),
        inArray(grants.organisationId, [...organisationIds]),
      ),
    );
