import { sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { moveFound, moveMails, moves } from "#modules/moving/schema/moves.ts";
import type { MoveId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** What moves know of a person, in one workspace and wherever it is not decided yet. */
export const forgetPerson = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  email: string,
): InstallStatement[] => [
  db.run(sql`
    DELETE FROM ${moveFound} WHERE email = ${email}
      AND (workspace_id IS NULL OR workspace_id = ${workspaceId})`),
  db.run(sql`
    DELETE FROM ${moveMails} WHERE workspace_id = ${workspaceId} AND email = ${email}`),
];

/** Ends moves whose time of watching is over, and forgets their keys. */
export const endWatched = (db: InstallDb, now: UnixMs): InstallStatement =>
  db.run(sql`
    UPDATE ${moves} SET state = 'ended', key = NULL, due_at = NULL, news_at = NULL, doing = '', ended_at = ${now}
    WHERE state = 'started' AND watch_until <= ${now} AND news_at IS NULL AND due_at IS NULL`);

/** Moves that ended before then and still hold what they read. */
export async function selectEnded(db: InstallDb, before: UnixMs, limit: number): Promise<MoveId[]> {
  const rows = await db.all<{ id: MoveId }>(sql`
    SELECT m.id AS id FROM ${moves} m WHERE m.ended_at <= ${before} AND +m.state = 'ended'
      AND EXISTS (SELECT 1 FROM ${moveFound} f WHERE f.move_id = m.id AND f.kind NOT IN ('campaign', 'figure', 'client'))
    LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Forgets some of what a move read of people; its campaigns and their figures stay. */
export const forgetFound = (db: InstallDb, id: MoveId, limit: number): InstallStatement[] => [
  db.run(sql`
    DELETE FROM ${moveMails} WHERE id IN (SELECT id FROM ${moveMails} WHERE move_id = ${id} LIMIT ${limit})`),
  db.run(sql`
    DELETE FROM ${moveFound} WHERE id IN (SELECT id FROM ${moveFound} WHERE move_id = ${id}
      AND kind NOT IN ('campaign', 'figure', 'client') LIMIT ${limit})`),
];
