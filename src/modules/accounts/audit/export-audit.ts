import type { AuditExportQuery } from "#modules/accounts/contract/audit.ts";
import type { AuditPlace } from "#modules/accounts/rules/audit-cursor.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { csvHead, csvLine } from "#platform/rules/csv.ts";
import { iso } from "#platform/rules/time.ts";
import { auditStatement } from "./audit-statement.ts";
import { collectAudit } from "./collect-audit.ts";
import { auditFilterOf } from "./list-audit.ts";
import { type AuditRow, selectAudit } from "./store.ts";

/** Lines of one query: a hosted invocation has a thousand queries. */
const LINES_PER_QUERY = 2_000;

const COLUMNS = [
  "id",
  "at",
  "action",
  "user_id",
  "user",
  "impersonator_id",
  "impersonator",
  "api_key_id",
  "install_key_id",
  "workspace_id",
  "workspace",
  "target_type",
  "target_id",
  "address",
  "details",
];

/**
 * The lines of a filter as CSV, newest first, read while they are sent; UTF-8 with a mark, by which
 * spreadsheets know it. That somebody took them is written to the log first, and is the first line.
 */
export async function exportAudit(
  ctx: CallerCtx,
  query: AuditExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { install } = ctx;
  await runBatch(install, [auditStatement(ctx, { action: "audit.exported", details: query })]);
  await collectAudit(ctx);
  const filter = auditFilterOf(query);
  const utf8 = new TextEncoder();
  let place: AuditPlace | null = null;
  return new ReadableStream({
    start(out) {
      out.enqueue(utf8.encode(csvHead(COLUMNS)));
    },
    async pull(out) {
      const page = { limit: LINES_PER_QUERY, offset: 0 };
      const rows = await selectAudit(install, filter, place, page);
      place = rows.at(-1) ?? place;
      if (rows.length > 0) out.enqueue(utf8.encode(rows.map(lineOf).join("")));
      if (rows.length < LINES_PER_QUERY) out.close();
    },
  });
}

const lineOf = (row: AuditRow): string =>
  csvLine([
    row.id,
    iso(row.at),
    row.action,
    row.userId,
    row.userName,
    row.impersonatorId,
    row.impersonatorName,
    row.apiKeyId,
    row.installKeyId,
    row.workspaceId,
    row.workspaceName,
    row.targetType,
    row.targetId,
    row.address,
    JSON.stringify(row.details),
  ]);
