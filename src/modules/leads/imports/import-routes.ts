import { z } from "zod";
import { listOf, ONE_PAGE, PageQuery, pathId } from "#platform/contract/common.ts";
import { Import, UploadAnswer, UploadOptions } from "#modules/leads/contract/imports.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { IMPORT_EXAMPLE, UPLOAD_EXAMPLE } from "#modules/leads/rules/examples/lead.ts";
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
      example: { answer: UPLOAD_EXAMPLE },
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
      description:
        "For staff, and for clients if the workspace allows it. This is how a running upload is found.",
      example: { answer: { data: [IMPORT_EXAMPLE], pagination: ONE_PAGE } },
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
      description:
        "For staff, and for clients if the workspace allows it. Rows that were stored stay, also when it fails.",
      example: { answer: IMPORT_EXAMPLE },
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
      description:
        "For staff, and for clients if the workspace allows it. It is read while it is sent, however long it is.",
      example: {
        answer: "line,email,code,message\r\n17,ann@,invalid_email,Enter a valid email address.\r\n",
      },
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
