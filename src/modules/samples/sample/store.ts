import { type SQL, sql } from "drizzle-orm";
import { leads } from "#modules/leads/schema/leads.ts";
import { PEOPLE_EMAILS } from "#modules/samples/rules/people.ts";
import { samples } from "#modules/samples/schema/samples.ts";
import { changes, type Db, type Statement } from "#platform/db/db.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type SampleRow = typeof samples.$inferSelect;

export async function selectSampleRow(db: Db, workspaceId: WorkspaceId): Promise<SampleRow | null> {
  const rows = await db
    .select()
    .from(samples)
    .where(sql`${samples.workspaceId} = ${workspaceId}`);
  return rows[0] ?? null;
}

/** Ids of the sample leads that are there. */
export async function selectSampleLeads(db: Db, workspaceId: WorkspaceId): Promise<LeadId[]> {
  const rows = await db.all<{ id: LeadId }>(sql`
    SELECT id FROM ${leads} WHERE workspace_id = ${workspaceId}
      AND email IN (SELECT value FROM json_each(${JSON.stringify(PEOPLE_EMAILS)}))`);
  return rows.map(({ id }) => id);
}

type Lease = { readonly lease: string; readonly until: UnixMs; readonly now: UnixMs };

/** A row for sample data that is to be made, unless there is one; an audit line goes before it. */
export const insertSamples = (db: Db, workspaceId: WorkspaceId, now: UnixMs): Statement =>
  db.run(sql`
    INSERT INTO ${samples} (workspace_id, state, created_at) VALUES (${workspaceId}, 'making', ${now})
    ON CONFLICT DO NOTHING`);

/** No row yet: the condition of an audit line. */
export const whileNone = (workspaceId: WorkspaceId): SQL =>
  sql`WHERE NOT EXISTS (SELECT 1 FROM ${samples} WHERE workspace_id = ${workspaceId})`;

/** Makes one process the one that makes it. False: somebody else is at it, or it is made. */
export async function leaseSamples(
  db: Db,
  workspaceId: WorkspaceId,
  { lease, until, now }: Lease,
): Promise<boolean> {
  const result = await db.run(sql`
    UPDATE ${samples} SET lease = ${lease}, lease_until = ${until}
    WHERE workspace_id = ${workspaceId} AND state = 'making' AND (lease_until IS NULL OR lease_until <= ${now})`);
  return changes(result) === 1;
}

/** Keeps an id of what was made, in the batch that makes it. */
export const noteMade = (
  db: Db,
  workspaceId: WorkspaceId,
  column: "mailbox_id" | "list_id" | "campaign_id",
  id: SQL | number,
): Statement =>
  db.run(sql`
    UPDATE ${samples} SET ${sql.identifier(column)} = ${id} WHERE workspace_id = ${workspaceId}`);

/** It is made. */
export const markReady = (db: Db, workspaceId: WorkspaceId, lease: string): Statement =>
  db.run(sql`
    UPDATE ${samples} SET state = 'ready', lease = NULL, lease_until = NULL
    WHERE workspace_id = ${workspaceId} AND state = 'making' AND lease = ${lease}`);

/** Who made it while it was asked to go has ended: the removal may go on. */
export const endMaking = (db: Db, workspaceId: WorkspaceId): Statement =>
  db.run(sql`
    UPDATE ${samples} SET lease_until = NULL WHERE workspace_id = ${workspaceId} AND state = 'removing'`);

/** It goes; who still makes it loses the lease. */
export const markRemoving = (db: Db, workspaceId: WorkspaceId): Statement =>
  db.run(sql`
    UPDATE ${samples} SET state = 'removing', lease = NULL
    WHERE workspace_id = ${workspaceId} AND state <> 'removing'`);

/** It is there and stays: the condition of the audit line of its removal. */
export const whileKept = (workspaceId: WorkspaceId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${samples} WHERE workspace_id = ${workspaceId} AND state <> 'removing')`;

/** Across workspaces: those whose sample data is to go. */
export async function selectRemoving(db: Db): Promise<WorkspaceId[]> {
  const rows = await db.all<{ id: WorkspaceId }>(
    sql`SELECT workspace_id AS id FROM ${samples} WHERE state = 'removing' LIMIT 100`,
  );
  return rows.map(({ id }) => id);
}
