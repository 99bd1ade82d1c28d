import type { ImportLink, ImportLinkRun } from "#modules/leads/contract/import-links.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import type { ImportLinkId } from "#platform/rules/ids.ts";
import { findLink } from "./manage-links.ts";
import { presentLinks, presentRuns } from "./present.ts";
import { countRuns, selectRuns } from "./runs-store.ts";
import { countLinks, selectLinks } from "./store.ts";

/** The links of the workspace, newest first. */
export async function listLinks(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectLinks(ctx.db, ctx.workspaceId, before, page),
    countLinks(ctx.db, ctx.workspaceId),
  ]);
  const data: ImportLink[] = await presentLinks(ctx, rows.slice(0, query.limit));
  return { data, pagination: paginationOf(query, total, nextCursor(rows)) };
}

/** The runs of a link, newest first. Throws `not_found`. */
export async function listRuns(ctx: WorkspaceCtx, id: ImportLinkId, query: PageQuery) {
  await findLink(ctx, id);
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectRuns(ctx.db, ctx.workspaceId, id, before, page),
    countRuns(ctx.db, ctx.workspaceId, id),
  ]);
  const data: ImportLinkRun[] = await presentRuns(ctx, rows.slice(0, query.limit));
  return { data, pagination: paginationOf(query, total, nextCursor(rows)) };
}
