import type { LeadFilter, Part } from "#modules/leads/leads/lead-filter-sql.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** The conditions of a filter that its asker knows no tables for. */
export const leadFilters =
  hook<(workspaceId: WorkspaceId, filter: LeadFilter) => readonly Part[]>("leads.filters");
