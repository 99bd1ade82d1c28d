import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import type { LeadRow } from "./list-store.ts";

const own = (workspaceId: WorkspaceId, id: LeadId) =>
  and(eq(leads.workspaceId, workspaceId), eq(leads.id, id));

export async function selectLead(
  db: Db,
  workspaceId: WorkspaceId,
  id: LeadId,
): Promise<LeadRow | null> {
  const rows = await db.select().from(leads).where(own(workspaceId, id));
  return rows[0] ?? null;
}

export const selectListsOf = (db: Db, workspaceId: WorkspaceId, id: LeadId) =>
  db
    .select({ id: lists.id, name: lists.name })
    .from(listLeads)
    .innerJoin(lists, and(eq(lists.id, listLeads.listId), eq(lists.workspaceId, workspaceId)))
    .where(and(eq(listLeads.workspaceId, workspaceId), eq(listLeads.leadId, id)))
    .orderBy(asc(lists.id));

/** Changes a lead; fails on the unique index where the new address is another lead's. */
export const updateLeadRow = (
  db: Db,
  workspaceId: WorkspaceId,
  id: LeadId,
  patch: Partial<typeof leads.$inferInsert>,
) => db.update(leads).set(patch).where(own(workspaceId, id)).returning();

/**
 * Fails the whole batch where its leads exceed the quota, since another request took the room
 * meanwhile: the row that it writes is there already, which `isUniqueViolation` tells.
 */
export const failOverQuota = (db: Db, workspaceId: WorkspaceId, added: SQL): Statement =>
  db.run(sql`
    INSERT INTO ${workspaces} (id, name, slug, created_at, updated_at)
    SELECT w.id, w.name, w.slug, w.created_at, w.updated_at FROM ${workspaces} w
    WHERE w.id = ${workspaceId} AND w.lead_count > w.quota_leads AND ${added} > 0`);
