import type { LeadList } from "#modules/leads/contract/leads.ts";
import { iso } from "#platform/rules/time.ts";
import type { ListRow } from "./store.ts";

export const presentList = (row: ListRow): LeadList => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  lead_count: row.leadCount,
  created_at: iso(row.createdAt),
});
