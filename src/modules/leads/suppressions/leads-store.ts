import { and, asc, eq, gt } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** Addresses of leads, in the order of their ids. */
export const selectLeadEmails = (db: Db, workspaceId: WorkspaceId, after: number, limit: number) =>
  db
    .select({ id: leads.id, email: leads.email })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), gt(leads.id, after as LeadId)))
    .orderBy(asc(leads.id))
    .limit(limit);

export async function hasLead(db: Db, workspaceId: WorkspaceId, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), eq(leads.email, email)))
    .limit(1);
  return rows.length > 0;
}
