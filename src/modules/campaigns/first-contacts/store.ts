import { lte, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { firstContacts } from "#modules/leads/schema/install-suppressions.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const f = firstContacts;

/** When another workspace wrote first to these, where that is after `since`; by hash. */
export async function selectOthers(
  db: InstallDb,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
  since: UnixMs,
): Promise<ReadonlyMap<string, UnixMs>> {
  const rows = await db.all<{ hash: string; at: UnixMs }>(sql`
    SELECT hash, at FROM ${f} WHERE hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))
      AND workspace_id <> ${workspaceId} AND at > ${since}`);
  return new Map(rows.map(({ hash, at }) => [hash, at]));
}

/**
 * Notes that a workspace writes first to these now, unless another one did after `since`. Answers the
 * hashes that are its own: of two that ask in the same moment, one gets each.
 */
export async function reserve(
  db: InstallDb,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
  { since, now }: { readonly since: UnixMs; readonly now: UnixMs },
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ hash: string }>(sql`
    INSERT INTO ${f} (hash, workspace_id, at)
    SELECT DISTINCT value, ${workspaceId}, ${now} FROM json_each(${JSON.stringify(hashes)}) WHERE true
    ON CONFLICT (hash) DO UPDATE SET workspace_id = excluded.workspace_id, at = excluded.at
      WHERE workspace_id = excluded.workspace_id OR at <= ${since}
    RETURNING hash`);
  return new Set(rows.map(({ hash }) => hash));
}

/** Forgets contacts that no rule asks for any more. */
export async function forgetUntil(db: InstallDb, until: UnixMs): Promise<void> {
  await db.delete(f).where(lte(f.at, until));
}
