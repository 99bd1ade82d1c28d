import { z } from "zod";
import {
  ImportOptions,
  ImportPreview,
  MailboxImport,
} from "#modules/mailboxes/contract/mailbox-imports.ts";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { accepted, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { MailboxImportId } from "#platform/rules/ids.ts";
import { importMailboxes } from "./import-mailboxes.ts";
import { mailboxImportUrl } from "./present.ts";
import { failedRowsCsv, listMailboxImports, readMailboxImport } from "./read-imports.ts";

const MAILBOXES = `${WORKSPACE_PATH}/mailboxes`;
const Params = z.object({ wid: pathId(), id: pathId<MailboxImportId>() });

export const mailboxImportRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${MAILBOXES}/import`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary:
        "Add mailboxes from a CSV (up to 5,000 rows, 5 MB) as multipart/form-data: part file, and dry_run. A dry run answers 200 and stores nothing.",
      description:
        "Columns are the fields of a mailbox, or those of exports of Instantly, Smartlead, EmailBison, Google Admin and Microsoft 365. A row with `organisation_id` needs no password, if an admin granted its address to the workspace. One password serves both sides; servers that are left out are those of the provider. Addresses that the workspace has are skipped, so a repeat is harmless. Each mailbox is stored and tested in the background, and sends nothing before its first test succeeds.",
      consumes: "other",
      form: ImportOptions,
      answers: { 200: ImportPreview, 202: MailboxImport },
      problems: ["quota_reached"],
    },
    async (ctx, { request }) => {
      const done = await importMailboxes(ctx, request);
      if ("preview" in done) return ok(done.preview);
      const { import_id } = done.begun;
      const Location = mailboxImportUrl(ctx.workspaceId, import_id as MailboxImportId);
      return { ...accepted(done.begun), headers: { Location } };
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/imports`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "The imports of mailboxes, newest first, running ones included.",
      description: "Each with its counts so far; a completed one stays listed.",
      query: PageQuery.omit({ q: true }),
      answers: { 200: listOf(MailboxImport) },
    },
    async (ctx, { query }) => ok(await listMailboxImports(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/imports/:id`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Progress and counts of one import of mailboxes.",
      description: "Ask every few seconds while its status is `running`.",
      params: Params,
      answers: { 200: MailboxImport },
    },
    async (ctx, { params }) => ok(await readMailboxImport(ctx, params.id)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/imports/:id/errors`,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "The failed rows of an import of mailboxes as CSV: line, email, code, message.",
      description: "Passwords are never part of it, and no cell is a formula to a spreadsheet.",
      params: Params,
      answers: { 200: z.string() },
      produces: "text/csv",
      example: {
        answer:
          '"line","email","code","message"\r\n"3","bob@example.com","smtp_auth_failed","SMTP failed at auth."\r\n',
      },
    },
    async (ctx, { params }) =>
      new Response(await failedRowsCsv(ctx, params.id), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": `attachment; filename="mailbox-import-${params.id}-errors.csv"`,
          "Cache-Control": "no-store",
        },
      }),
  ),
];
