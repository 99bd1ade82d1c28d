import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { WorkspaceRow } from "./store.ts";

/* The row of `workspaces` that lies beside the rows of a workspace with another database than the install's. */

const { id: _, leadCount: __, ...copied } = getTableColumns(workspaces);

/** Makes the copy what the install says; `leads` counts what it counts itself where there was none. */
export function upsertCopy(db: Db, row: WorkspaceRow, leads: SQL): Statement {
  const { leadCount: ___, ...values } = row;
  const names = Object.keys(copied) as (keyof typeof copied)[];
  return db
    .insert(workspaces)
    .values({ ...values, leadCount: sql`${leads}` })
    .onConflictDoUpdate({
      target: workspaces.id,
      set: Object.fromEntries(names.map((name) => [name, values[name]])),
      // An older change may come later.
      setWhere: sql`${workspaces.updatedAt} <= excluded.updated_at`,
    });
}

/** For a workspace that is about to go. */
export async function deleteCopy(db: Db, id: WorkspaceId): Promise<void> {
  await db.delete(workspaces).where(eq(workspaces.id, id));
}
