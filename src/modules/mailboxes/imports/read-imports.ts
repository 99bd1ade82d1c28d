import { csvLine } from "#platform/rules/csv.ts";
import type { MailboxImport } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxImportId } from "#platform/rules/ids.ts";
import {
  countRows,
  selectFailed,
  selectMailboxImport,
  selectMailboxImports,
} from "./import-store.ts";
import { presentMailboxImport } from "./present.ts";

/** One import and how far it is. Throws `not_found`. */
export async function readMailboxImport(
  ctx: WorkspaceCtx,
  id: MailboxImportId,
): Promise<MailboxImport> {
  const row = await selectMailboxImport(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("import");
  return presentMailboxImport(row, await countRows(ctx.db, ctx.workspaceId, [id]));
}

/** The imports of the workspace, newest first: how a running one is found. */
export async function listMailboxImports(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const { rows, total } = await selectMailboxImports(ctx.db, ctx.workspaceId, before, page);
  const shown = rows.slice(0, query.limit);
  const counts = await countRows(
    ctx.db,
    ctx.workspaceId,
    shown.map(({ id }) => id),
  );
  const ofImport = Map.groupBy(counts, ({ importId }) => importId);
  return {
    data: shown.map((row) => presentMailboxImport(row, ofImport.get(row.id) ?? [])),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** The failed rows of an import as CSV, without passwords: 5,000 at most. Throws `not_found`. */
export async function failedRowsCsv(ctx: WorkspaceCtx, id: MailboxImportId): Promise<string> {
  if (!(await selectMailboxImport(ctx.db, ctx.workspaceId, id))) throw notFound("import");
  const rows = await selectFailed(ctx.db, ctx.workspaceId, id);
  const lines = rows.map((row) => csvLine([row.line, row.email, row.code, row.message]));
  return csvLine(["line", "email", "code", "message"]) + lines.join("");
}
