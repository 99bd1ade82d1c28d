import { type SQL, sql } from "drizzle-orm";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** The ids as rows. */
export const among = (ids: readonly LeadId[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** The condition that a row is of one of these leads, for tables with `workspace_id` and `lead_id`. */
export const ofLeads = (workspaceId: WorkspaceId, ids: readonly LeadId[]): SQL =>
  sql`workspace_id = ${workspaceId} AND lead_id IN ${among(ids)}`;

/** The same of one lead. */
export const ofLead = (workspaceId: WorkspaceId, id: LeadId): SQL =>
  sql`workspace_id = ${workspaceId} AND lead_id = ${id}`;
