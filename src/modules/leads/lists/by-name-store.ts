import { sql } from "drizzle-orm";
import { type Db, runBatch } from "#platform/db/db.ts";
import { listLeadsByAddress } from "#modules/leads/additions/add-store.ts";
import { leads, lists } from "#modules/leads/schema/leads.ts";
import type { LeadId, ListId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The workspace's lists of these names, made where there are none; safe to repeat. */
export async function listsNamed(
  db: Db,
  workspaceId: WorkspaceId,
  names: readonly string[],
  now: UnixMs,
): Promise<ReadonlyMap<string, ListId>> {
  const json = JSON.stringify([...new Set(names)]);
  const results = await runBatch(db, [
    db.run(sql`
      INSERT INTO ${lists} (workspace_id, name, lead_count, created_at)
      SELECT ${workspaceId}, j.value, 0, ${now} FROM json_each(${json}) j
      WHERE NOT EXISTS (SELECT 1 FROM ${lists} l WHERE l.workspace_id = ${workspaceId} AND l.name = j.value)`),
    db.all(sql`
      SELECT min(id) AS id, name FROM ${lists}
      WHERE workspace_id = ${workspaceId} AND name IN (SELECT value FROM json_each(${json})) GROUP BY name`),
  ]);
  const rows = results[1] as { id: ListId; name: string }[];
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Puts leads into lists by their addresses. */
export async function fillLists(
  db: Db,
  workspaceId: WorkspaceId,
  places: ReadonlyMap<ListId, readonly string[]>,
): Promise<void> {
  await runBatch(
    db,
    [...places].flatMap(([id, emails]) =>
      listLeadsByAddress(db, workspaceId, id, JSON.stringify(emails)),
    ),
  );
}

/** The leads with these addresses. */
export async function leadsNamed(
  db: Db,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, LeadId>> {
  const rows = await db.all<{ id: LeadId; email: string }>(sql`
    SELECT id, email FROM ${leads}
    WHERE workspace_id = ${workspaceId} AND email IN (SELECT value FROM json_each(${JSON.stringify(emails)}))`);
  return new Map(rows.map(({ id, email }) => [email, id]));
}
