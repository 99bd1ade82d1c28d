import type { Tag } from "#modules/leads/contract/tags.ts";
import { iso } from "#platform/rules/time.ts";
import type { TagRow } from "./store.ts";

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  lead_count: row.leadCount,
  created_at: iso(row.createdAt),
});
