import type {
  AuditEntry,
  AuditExportQuery,
  AuditList,
  AuditQuery,
} from "#modules/accounts/contract/audit.ts";
import {
  auditCursor,
  type AuditPlace,
  readAuditCursor,
} from "#modules/accounts/rules/audit-cursor.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { COUNTED_TO, pageOf } from "#platform/http/paging.ts";
import { AppError } from "#platform/rules/errors.ts";
import { parseIso } from "#platform/rules/time.ts";
import { collectAudit } from "./collect-audit.ts";
import { presentAudit } from "./present.ts";
import { type AuditFilter, countAudit, countMatching, selectAudit } from "./store.ts";

/** Who did what, newest first. */
export async function listAudit(ctx: CallerCtx, query: AuditQuery): Promise<AuditList> {
  const { install } = ctx;
  const filter = auditFilterOf(query);
  const place = placeOf(query.cursor);
  const page = {
    limit: query.limit + 1,
    offset: place === null ? (query.page - 1) * query.limit : 0,
  };
  await collectAudit(ctx);
  const isWhole = Object.values(filter).every((value) => value === undefined);
  const [rows, total] = await Promise.all([
    selectAudit(install, filter, place, page),
    isWhole ? countAudit(install) : countMatching(install, filter, COUNTED_TO + 1),
  ]);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const data: AuditEntry[] = shown.map(presentAudit);
  const next = rows.length > query.limit && last ? auditCursor(last) : null;
  return {
    data,
    pagination: isWhole ? paginationOf(query, total, next) : pageOf(query, total, next),
    kept_days: ctx.settings.AUDIT_DAYS === 0 ? null : ctx.settings.AUDIT_DAYS,
  };
}

/** What a query asks for. */
export const auditFilterOf = (query: AuditExportQuery): AuditFilter => ({
  userId: query.user_id,
  impersonatorId: query.impersonator_id,
  apiKeyId: query.api_key_id,
  installKeyId: query.install_key_id,
  workspaceId: query.workspace_id,
  action: query.action,
  targetType: query.target_type,
  targetId: query.target_id,
  from: timeOf(query.from),
  to: timeOf(query.to),
});

const timeOf = (text: string | undefined) =>
  text === undefined ? undefined : (parseIso(text) ?? undefined);

function placeOf(cursor: string | undefined): AuditPlace | null {
  if (cursor === undefined) return null;
  const place = readAuditCursor(cursor);
  if (place) return place;
  throw new AppError("malformed_request", "This cursor is not valid. Start without one.", {
    errors: [{ path: "cursor", code: "invalid_cursor", message: "Use the next_cursor of a page." }],
  });
}
