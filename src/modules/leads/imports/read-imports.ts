import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { Import } from "#modules/leads/contract/imports.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { csvLine } from "#platform/rules/csv.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { countImports, selectErrors, selectImport, selectImports } from "./jobs-store.ts";
import { presentImport } from "./present-import.ts";

/** Rows of one query while errors are streamed out. */
const ERRORS_PER_QUERY = 2_000;

/** One import: its progress while it runs, its counts afterwards. */
export async function readImport(ctx: WorkspaceCtx, id: JobId): Promise<Import> {
  const row = await selectImport(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("import");
  return presentImport(row);
}

/** The imports of the workspace, newest first: how a running one is found. */
export async function listImports(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectImports(ctx.db, ctx.workspaceId, before, page),
    countImports(ctx.db, ctx.workspaceId),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentImport),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** All bad rows of an import as CSV, read while they are sent. Throws `not_found`. */
export async function importErrorsCsv(
  ctx: WorkspaceCtx,
  id: JobId,
): Promise<ReadableStream<Uint8Array>> {
  await readImport(ctx, id);
  const utf8 = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start(out) {
      out.enqueue(utf8.encode(csvLine(["line", "email", "code", "message"])));
    },
    async pull(out) {
      const rows = await selectErrors(ctx.db, ctx.workspaceId, id, after, ERRORS_PER_QUERY);
      after = rows.at(-1)?.id ?? after;
      const lines = rows.map((row) => csvLine([row.line, row.email, row.code, row.message]));
      if (lines.length > 0) out.enqueue(utf8.encode(lines.join("")));
      if (rows.length < ERRORS_PER_QUERY) out.close();
    },
  });
}
