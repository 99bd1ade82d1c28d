import type { SuppressionsQuery } from "#modules/leads/contract/suppressions.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import { COUNTED_TO, pageOf } from "#platform/http/paging.ts";
import { presentSuppression } from "./present.ts";
import {
  countSuppressions,
  selectSuppression,
  selectSuppressions,
  type SuppressionRow,
} from "./store.ts";

/** Who may not be written to, newest first. `q` is the beginning of an address or domain. */
export async function listSuppressions(ctx: WorkspaceCtx, query: SuppressionsQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim().toLowerCase().replace(/^@/, "") ?? "";
  const filter = { kind: query.kind, reason: query.reason, q };
  const [rows, counted] = await Promise.all([
    selectSuppressions(ctx.db, ctx.workspaceId, filter, { before, ...page }),
    countSuppressions(ctx.db, ctx.workspaceId, filter, COUNTED_TO + 1),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentSuppression),
    pagination: pageOf(query, counted, nextCursor(rows)),
  };
}

/** One entry. Throws `not_found`. */
export async function findSuppression(ctx: WorkspaceCtx, id: number): Promise<SuppressionRow> {
  const row = await selectSuppression(ctx.db, ctx.workspaceId, { id });
  if (!row) throw notFound("suppression");
  return row;
}
