import { z } from "zod";
import {
  OverviewExportQuery,
  OverviewList,
  OverviewQuery,
} from "#modules/operations/contract/overview.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { overviewCsv, readOverview } from "./read-overview.ts";

const PATH = "/api/v1/admin/overview";

const CSV =
  '"workspace_id","workspace","as_of","days","sent","replies","positive_replies","meetings","bounces","bounce_rate","spam_placement","mailboxes","mailboxes_active","leads_left","days_left","leads","leads_quota","mailboxes_quota","mails_month","mails_month_quota","oldest_unanswered_at","warnings"\r\n"7","Acme","2026-11-24T09:00:00.000Z","30","840","31","7","4","9","0.0106","","6","5","310","2.1","2400","5000","","3300","4000","2026-11-23T08:12:00.000Z","mailboxes_reconnect quota_near"\r\n';

export const overviewRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "All clients at a glance: a row for each workspace, who needs somebody first.",
      description:
        "Admins may; it changes nothing. Deleted workspaces are left out. `q` looks in names and slugs. The figures are kept for each workspace and brought up to date within a minute or two after they change; `as_of` says when each row was counted. Sums are over `days` days in UTC, today included.",
      query: OverviewQuery,
      answers: { 200: OverviewList },
    },
    async (ctx, { query }) => ok(await readOverview(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/export`,
      scope: "caller",
      action: "admin.read",
      summary: "All clients at a glance as CSV, a line each, in the order of the list.",
      description: "Admins may; it changes nothing. No cell is a formula to a spreadsheet.",
      query: OverviewExportQuery,
      answers: { 200: z.string() },
      produces: "text/csv",
      example: { answer: CSV },
    },
    async (ctx, { query }) =>
      new Response(await overviewCsv(ctx, query), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="clients.csv"',
          "Cache-Control": "no-store",
        },
      }),
  ),
];
