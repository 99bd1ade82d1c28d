import type { ReplyTemplate } from "#modules/inbox/contract/reply-templates.ts";
import { iso } from "#platform/rules/time.ts";
import type { TemplateRow } from "./store.ts";

export const presentTemplate = (row: TemplateRow): ReplyTemplate => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  body: row.body,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
