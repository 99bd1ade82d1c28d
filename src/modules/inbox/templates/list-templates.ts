import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { countTemplates, selectTemplates, type TemplateRow } from "./store.ts";
import type { ReplyTemplate } from "#modules/inbox/contract/reply-templates.ts";
import { iso } from "#platform/rules/time.ts";

/** The workspace's reply templates, newest first. */
export async function listTemplates(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectTemplates(ctx.db, ctx.workspaceId, { before, ...page }),
    countTemplates(ctx.db, ctx.workspaceId),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentTemplate),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

export const presentTemplate = (row: TemplateRow): ReplyTemplate => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  body: row.body,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
