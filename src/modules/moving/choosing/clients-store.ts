import { sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { moveClients } from "#modules/moving/schema/moves.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { MoveId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type MoveClientRow = typeof moveClients.$inferSelect;

export const selectMoveClients = (db: InstallDb, moveId: MoveId): Promise<MoveClientRow[]> =>
  db
    .select()
    .from(moveClients)
    .where(sql`${moveClients.moveId} = ${moveId}`)
    .orderBy(moveClients.ref);

export const changeClient = (
  db: InstallDb,
  moveId: MoveId,
  ref: string,
  patch: Partial<Omit<MoveClientRow, "moveId" | "ref" | "name">>,
): InstallStatement =>
  db
    .update(moveClients)
    .set(patch)
    .where(sql`${moveClients.moveId} = ${moveId} AND ${moveClients.ref} = ${ref}`)
    .returning({ ref: moveClients.ref });

/** Of a move into one workspace: everything goes there. */
export const allInto = (
  db: InstallDb,
  moveId: MoveId,
  workspaceId: WorkspaceId,
): InstallStatement =>
  db.run(sql`
    UPDATE ${moveClients} SET choice = 'workspace', workspace_id = ${workspaceId}
    WHERE move_id = ${moveId} AND choice IS NULL`);

/** The workspace that was made for a client, if nobody could note its id. */
export async function selectMadeWorkspace(
  db: InstallDb,
  slug: string,
  name: string,
  since: UnixMs,
): Promise<WorkspaceId | null> {
  const rows = await db.all<{ id: WorkspaceId }>(sql`
    SELECT id FROM ${workspaces} WHERE slug = ${slug} AND name = ${name} AND created_at >= ${since} AND deleted_at IS NULL`);
  return rows[0]?.id ?? null;
}

/** Workspaces by their names in lower case: what a client may be called here. */
export async function workspacesNamed(
  db: InstallDb,
  names: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceId>> {
  const rows = await db.all<{ id: WorkspaceId; name: string }>(sql`
    SELECT id, lower(name) AS name FROM ${workspaces} WHERE deleted_at IS NULL
      AND lower(name) IN (SELECT value FROM json_each(${JSON.stringify(names.map((n) => n.toLowerCase()))}))`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}
