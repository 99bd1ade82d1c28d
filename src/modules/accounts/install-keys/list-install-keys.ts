import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentInstallKey } from "./present.ts";
import { countInstallKeys, selectInstallKeys } from "./store.ts";

/** The keys of the install that nobody revoked, newest first. */
export async function listInstallKeys(ctx: CallerCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const q = query.q?.trim() ?? "";
  const [rows, total] = await Promise.all([
    selectInstallKeys(ctx.install, { q, before, ...page }),
    countInstallKeys(ctx.install, q),
  ]);
  return {
    data: rows.slice(0, query.limit).map((row) => presentInstallKey(row, ctx.now())),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
