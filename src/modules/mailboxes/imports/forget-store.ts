import { sql } from "drizzle-orm";
import { mailboxImportRows, mailboxImports } from "#modules/mailboxes/schema/imports.ts";
import { type Db, runBatch } from "#platform/db/db.ts";
import type { MailboxImportId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

type Ended = { readonly id: MailboxImportId; readonly workspaceId: WorkspaceId };

/** Across workspaces: of the oldest imports those that ended before. */
export const selectOldest = (db: Db, before: UnixMs, limit: number): Promise<Ended[]> =>
  db.all<Ended>(sql`
    SELECT id, workspace_id AS "workspaceId" FROM (
      SELECT id, workspace_id, finished_at FROM ${mailboxImports} WHERE id > 0 ORDER BY id LIMIT ${limit})
    WHERE finished_at < ${before}`);

/** A workspace's imports that ended before. */
export const selectEndedBefore = (
  db: Db,
  workspaceId: WorkspaceId,
  before: UnixMs,
  limit: number,
): Promise<Ended[]> =>
  db.all<Ended>(sql`
    SELECT id, workspace_id AS "workspaceId" FROM ${mailboxImports}
    WHERE workspace_id = ${workspaceId} AND finished_at < ${before} ORDER BY id LIMIT ${limit}`);

export async function deleteImports(db: Db, ended: readonly Ended[]): Promise<void> {
  for (const { id, workspaceId } of ended) {
    await runBatch(db, [
      db.run(sql`
        DELETE FROM ${mailboxImportRows} WHERE import_id = ${id} AND +workspace_id = ${workspaceId}`),
      db.run(sql`
        DELETE FROM ${mailboxImports} WHERE id = ${id} AND workspace_id = ${workspaceId}`),
    ]);
  }
}
