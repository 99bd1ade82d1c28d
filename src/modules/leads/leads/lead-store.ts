import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
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
