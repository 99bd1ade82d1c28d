import { z } from "zod";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { Import, UploadAnswer, UploadOptions } from "#modules/leads/contract/imports.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { importUrl } from "./present-import.ts";
import { importErrorsCsv, listImports, readImport } from "./read-imports.ts";
import { uploadLeads } from "./upload-leads.ts";

const LIST = `${WORKSPACE_PATH}/leads/imports`;
const Params = z.object({ id: pathId<JobId>() });

export const importRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/leads/upload`,
      scope: "workspace",
      action: "leads.import",
      summary:
        "Upload a CSV or XLSX as multipart/form-data: part file, and list_name or list_id, on_duplicate (skip, update), mapping (JSON), dry_run. A dry run answers 200 and stores nothing.",
      description:
        "The file is a CSV of up to 100 MB, or an XLSX workbook of up to 32 MB, recognised by its content; both can have up to 1,000,000 rows. Formulas count as their last result, dates are read as ISO 8601. Columns are matched by their names in many languages; a column without a name is matched by its values. Without a column of that name, the one with addresses is the email. `columns` in the answer shows what each becomes, and `mapping` changes it: keys are names of columns or `column_3`, values are fields, `custom.` names, or null to leave the column out. A part behind a file of more than 4 MB arrives too late, so put the text parts first.",
      consumes: "other",
      form: UploadOptions,
      answers: { 200: UploadAnswer, 201: UploadAnswer },
    },
    async (ctx, { request }) => {
      const { importId, answer } = await uploadLeads(ctx, request);
      return importId === null ? ok(answer) : created(answer, importUrl(ctx.workspaceId, importId));
    },
  ),
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "leads.read",
      summary: "The uploads of the workspace, newest first, running ones included.",
      query: PageQuery.omit({ q: true }),
      answers: { 200: listOf(Import) },
    },
    async (ctx, { query }) => ok(await listImports(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${LIST}/:id`,
      scope: "workspace",
      action: "leads.read",
      summary: "Progress and counts of one upload.",
      params: Params,
      answers: { 200: Import },
    },
    async (ctx, { params }) => ok(await readImport(ctx, params.id)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${LIST}/:id/errors`,
      scope: "workspace",
      action: "leads.read",
      summary: "The rows of an upload that were not stored, as CSV: line, email, code, message.",
      params: Params,
      answers: { 200: z.string() },
      produces: "text/csv",
    },
    async (ctx, { params }) =>
      new Response(await importErrorsCsv(ctx, params.id), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": `attachment; filename="import-${params.id}-errors.csv"`,
          "Cache-Control": "no-store",
        },
      }),
  ),
];
