import { and, eq, isNull } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { workspaces } from "#db/schema/accounts.ts";
import { providerKeys } from "#db/schema/providers.ts";
import type { UnixMs, WorkspaceId } from "#domain/ids.ts";
import type { Provider } from "#domain/providers/notice.ts";

/** Keys that one call is tried with, at most. */
const MAX_KEYS = 1_000;

/** Every workspace that connected the provider and stands. */
export const selectKeys = (db: Db, provider: Provider) =>
  db
    .select({ workspaceId: providerKeys.workspaceId, key: providerKeys.key })
    .from(providerKeys)
    .innerJoin(workspaces, eq(workspaces.id, providerKeys.workspaceId))
    .where(and(eq(providerKeys.provider, provider), isNull(workspaces.deletedAt)))
    .orderBy(providerKeys.workspaceId)
    .limit(MAX_KEYS);

export const upsertKey = (
  db: Db,
  workspaceId: WorkspaceId,
  provider: Provider,
  key: string,
  now: UnixMs,
): Statement =>
  db
    .insert(providerKeys)
    .values({ workspaceId, provider, key, createdAt: now })
    .onConflictDoUpdate({
      target: [providerKeys.workspaceId, providerKeys.provider],
      set: { key, createdAt: now },
    });

export const deleteKey = (db: Db, workspaceId: WorkspaceId, provider: Provider): Statement =>
  db
    .delete(providerKeys)
    .where(and(eq(providerKeys.workspaceId, workspaceId), eq(providerKeys.provider, provider)));
