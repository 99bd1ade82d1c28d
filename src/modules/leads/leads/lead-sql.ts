import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import type { LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { type SQL, sql } from "drizzle-orm";

/** A lead's own time zone from a custom field; null if there is none. `custom` is the column. */
export const leadZone = (custom: unknown): SQL<string | null> =>
  sql<
    string | null
  >`coalesce(json_extract(${custom}, '$.timezone'), json_extract(${custom}, '$.time_zone'), json_extract(${custom}, '$.tz'))`;

/** How many leads a workspace has. */
export const leadsOf = (workspaceId: WorkspaceId): SQL<number> =>
  sql`(SELECT count(*) FROM ${leads} x WHERE x.workspace_id = ${workspaceId})`;

/** The ids as rows. */
export const leadIdRows = (ids: readonly LeadId[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** The condition that a row is of one of these leads, for tables with `workspace_id` and `lead_id`. */
export const ofLeads = (workspaceId: WorkspaceId, ids: readonly LeadId[]): SQL =>
  sql`workspace_id = ${workspaceId} AND lead_id IN ${leadIdRows(ids)}`;

/** The same of one lead. */
export const ofLead = (workspaceId: WorkspaceId, id: LeadId): SQL =>
  sql`workspace_id = ${workspaceId} AND lead_id = ${id}`;

/**
 * Whether a stored address or its domain is suppressed, as a condition for set-based statements.
 * It goes by value: `restoreSuppressionAddresses` gives hash-only entries theirs when the address comes back.
 */
export const isSuppressed = (workspaceId: WorkspaceId, email: SQL, domain: SQL): SQL => sql`(
  EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
    AND x.kind = 'address' AND x.value = ${email})
  OR EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
    AND x.kind = 'domain' AND x.value = ${domain}))`;
