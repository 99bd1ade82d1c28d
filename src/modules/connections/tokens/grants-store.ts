import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { changes, type Db, type Statement } from "#platform/db/db.ts";
import { grants } from "#modules/connections/schema/grants.ts";
import type { GrantId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type GrantRow = typeof grants.$inferSelect;
export type GrantValues = typeof grants.$inferInsert;

const one = (workspaceId: WorkspaceId, id: GrantId) =>
  and(eq(grants.workspaceId, workspaceId), eq(grants.id, id));

export async function selectGrant(
  db: Db,
  workspaceId: WorkspaceId,
  id: GrantId,
): Promise<GrantRow | null> {
  const [row] = await db.select().from(grants).where(one(workspaceId, id)).limit(1);
  return row ?? null;
}

export const selectGrants = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly GrantId[],
): Promise<GrantRow[]> =>
  db
    .select()
    .from(grants)
    .where(
      and(
        eq(grants.workspaceId, workspaceId),
        sql`${grants.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

/** Takes a grant to renew it, while it is as it was read and nobody else is at it. */
export async function leaseGrant(
  db: Db,
  { workspaceId, id, version }: GrantRow,
  lease: string,
  now: UnixMs,
  until: UnixMs,
): Promise<boolean> {
  const result = await db
    .update(grants)
    .set({ lease, leaseUntil: until })
    .where(
      and(
        one(workspaceId, id),
        eq(grants.version, version),
        or(isNull(grants.leaseUntil), lt(grants.leaseUntil, now)),
      ),
    );
  return changes(result) === 1;
}

/** What a renewal changes; sealed. */
export type Renewed = Partial<
  Pick<
    GrantValues,
    | "refreshToken"
    | "accessToken"
    | "accessUntil"
    | "accessRenewAt"
    | "apiToken"
    | "apiUntil"
    | "apiRenewAt"
    | "scopes"
  >
>;

/**
 * Keeps new tokens, all in one statement. The version guards and not the lease: somebody who slept
 * through a lease may still be the first to store.
 */
export async function keepTokens(
  db: Db,
  { workspaceId, id, version }: GrantRow,
  renewed: Renewed,
  now: UnixMs,
): Promise<boolean> {
  const result = await db
    .update(grants)
    .set({
      ...renewed,
      version: sql`${grants.version} + 1`,
      lease: null,
      leaseUntil: null,
      retryAt: null,
      refreshedAt: now,
      updatedAt: now,
    })
    .where(and(one(workspaceId, id), eq(grants.version, version)));
  return changes(result) === 1;
}

/** Gives the lease back after a refusal that will pass; nobody asks again before `retryAt`. */
export async function releaseGrant(
  db: Db,
  { workspaceId, id }: GrantRow,
  lease: string,
  retryAt: UnixMs,
): Promise<void> {
  await db
    .update(grants)
    .set({ lease: null, leaseUntil: null, retryAt })
    .where(and(one(workspaceId, id), eq(grants.lease, lease)));
}

/** Holds while a grant is connected and as it was read: a refusal of an old token says nothing about a newer one. */
export const unchangedGrant = ({ workspaceId, id, version }: GrantRow): SQL =>
  sql`EXISTS (SELECT 1 FROM ${grants} WHERE id = ${id} AND workspace_id = ${workspaceId} AND version = ${version} AND state = 'connected')`;

/** Only a person's consent helps now. */
export const endGrant = (
  db: Db,
  { workspaceId, id, version }: GrantRow,
  reason: string,
  now: UnixMs,
): Statement =>
  db
    .update(grants)
    .set({
      state: "reconnect_required",
      reason,
      accessToken: null,
      accessUntil: null,
      apiToken: null,
      apiUntil: null,
      version: sql`${grants.version} + 1`,
      lease: null,
      leaseUntil: null,
      updatedAt: now,
    })
    .where(and(one(workspaceId, id), eq(grants.version, version), eq(grants.state, "connected")));

export async function insertGrant(db: Db, values: GrantValues): Promise<GrantRow> {
  const [row] = await db.insert(grants).values(values).returning();
  if (!row) throw new Error("a grant was not stored");
  return row;
}

/** Puts a new consent in the place of the former one. */
export async function replaceGrant(
  db: Db,
  workspaceId: WorkspaceId,
  id: GrantId,
  values: Partial<GrantValues>,
): Promise<boolean> {
  const result = await db
    .update(grants)
    .set({
      ...values,
      state: "connected",
      reason: null,
      version: sql`${grants.version} + 1`,
      lease: null,
      leaseUntil: null,
      retryAt: null,
    })
    .where(one(workspaceId, id));
  return changes(result) === 1;
}

export async function deleteGrant(db: Db, workspaceId: WorkspaceId, id: GrantId): Promise<void> {
  await db.delete(grants).where(one(workspaceId, id));
}

/** Across workspaces: grants of people that nobody has renewed since then, longest first. */
export const selectIdleGrants = (
  db: Db,
  since: UnixMs,
  now: UnixMs,
  limit: number,
): Promise<{ id: GrantId; workspaceId: WorkspaceId }[]> =>
  db
    .select({ id: grants.id, workspaceId: grants.workspaceId })
    .from(grants)
    // As the index has it, word for word.
    .where(
      sql`${grants.refreshedAt} < ${since} AND state = 'connected' AND refresh_token IS NOT NULL
        AND coalesce(${grants.retryAt}, 0) <= ${now}`,
    )
    .orderBy(grants.refreshedAt)
    .limit(limit);
