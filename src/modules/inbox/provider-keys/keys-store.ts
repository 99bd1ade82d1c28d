import { and, eq, isNull, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { providerKeys } from "#modules/inbox/schema/providers.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";

/** Existing workspaces that connected the provider, `first` before all others. */
export const selectProviderKeys = (
  db: InstallDb,
  provider: NoticeProvider,
  first: readonly (WorkspaceId | 0)[],
  limit: number,
) =>
  db
    .select({
      workspaceId: providerKeys.workspaceId,
      key: providerKeys.key,
      formerKey: providerKeys.formerKey,
      formerUntil: providerKeys.formerUntil,
    })
    .from(providerKeys)
    .innerJoin(workspaces, eq(workspaces.id, providerKeys.workspaceId))
    .where(and(eq(providerKeys.provider, provider), isNull(workspaces.deletedAt)))
    .orderBy(
      sql`${providerKeys.workspaceId} NOT IN (SELECT value FROM json_each(${JSON.stringify(first)}))`,
      providerKeys.workspaceId,
    )
    .limit(limit);

/** What was called and signed before the change is still on its way for so long. */
const GRACE_MS = DAY_MS;

export const upsertKey = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  provider: NoticeProvider,
  key: string,
  now: UnixMs,
): InstallStatement =>
  db
    .insert(providerKeys)
    .values({ workspaceId, provider, key, createdAt: now })
    .onConflictDoUpdate({
      target: [providerKeys.workspaceId, providerKeys.provider],
      set: {
        key,
        createdAt: now,
        formerKey: sql`${providerKeys.key}`,
        formerUntil: later(now, GRACE_MS),
      },
    });

export const deleteKey = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  provider: NoticeProvider,
): InstallStatement =>
  db
    .delete(providerKeys)
    .where(and(eq(providerKeys.workspaceId, workspaceId), eq(providerKeys.provider, provider)));
