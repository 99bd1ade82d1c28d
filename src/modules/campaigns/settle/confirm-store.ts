import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";

/** What can prove that a send reached its server. */
export type Evidence = "reply" | "dsn" | "hit" | "sent_folder";

/** Nobody has told yet whether the send reached its server. */
export const stillUnknown = (workspaceId: WorkspaceId, id: SendId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = ${id} AND s.workspace_id = ${workspaceId} AND s.state = 'unknown')`;

export function settleUnknown(
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  evidence: Evidence,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET state = 'sent', evidence = ${evidence}, lease = NULL, lease_until = NULL
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND state = 'unknown'`);
}
