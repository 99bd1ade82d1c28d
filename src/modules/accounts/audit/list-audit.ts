import type { AuditEntry, AuditQuery } from "#modules/accounts/contract/audit.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { COUNTED_TO, pageOf } from "#platform/http/paging.ts";
import { collectAudit } from "./collect-audit.ts";
import { presentAudit } from "./present.ts";
import { countAudit, countMatching, selectAudit } from "./store.ts";

/** Who did what, newest first. */
export async function listAudit(ctx: CallerCtx, query: AuditQuery) {
  const filter = {
    userId: query.user_id,
    impersonatorId: query.impersonator_id,
    workspaceId: query.workspace_id,
    action: query.action,
  };
  const { before, page, nextCursor } = pageAfter(query);
  await collectAudit(ctx);
  const isWhole = Object.values(filter).every((value) => value === undefined);
  const [rows, total] = await Promise.all([
    selectAudit(ctx.install, filter, before, page),
    isWhole ? countAudit(ctx.install) : countMatching(ctx.install, filter, COUNTED_TO + 1),
  ]);
  const data: AuditEntry[] = rows.slice(0, query.limit).map(presentAudit);
  const next = nextCursor(rows);
  return {
    data,
    pagination: isWhole ? paginationOf(query, total, next) : pageOf(query, total, next),
  };
}
