import type { Erasure } from "#modules/operations/contract/addresses.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import { countErasures, selectErasure, selectErasures } from "./erasures-store.ts";
import { presentErasure } from "./present.ts";

/** Receipts of erasures, newest first. */
export async function listErasures(ctx: CallerCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectErasures(ctx.install, { ...page, before }),
    countErasures(ctx.install),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentErasure),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** One of them. Throws `not_found`. */
export async function readErasure(ctx: CallerCtx, id: number): Promise<Erasure> {
  const row = await selectErasure(ctx.install, id);
  if (!row) throw notFound("erasure");
  return presentErasure(row);
}
