import { z } from "zod";
import {
  AuditExportQuery,
  AuditList,
  AuditQuery,
  AUDIT_EXAMPLE,
} from "#modules/accounts/contract/audit.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { exportAudit } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";

const PATH = "/api/v1/admin/audit";

const CSV =
  '"id","at","action","user_id","user","impersonator_id","impersonator","api_key_id","install_key_id","workspace_id","workspace","target_type","target_id","address","details"\r\n"812","2026-11-24T09:00:00.000Z","campaign.paused","4","Ann","","","","","7","Acme","campaign","31","192.0.2.10","{""reason"":""manual""}"\r\n';

export const auditRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "Who did what to which record from where, newest first.",
      description:
        "Admins may; it changes nothing. Filters are combined: by action, person, key, workspace, record and time. Entries are kept for AUDIT_DAYS, a setting of the installation, and cannot be changed or deleted by anybody.",
      query: AuditQuery,
      example: {
        answer: {
          data: [AUDIT_EXAMPLE],
          pagination: { page: 1, limit: 50, total: 1, total_pages: 1, next_cursor: null },
          kept_days: 730,
        },
      },
      answers: { 200: AuditList },
    },
    async (ctx, { query }) => ok(await listAudit(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/export`,
      scope: "caller",
      action: "admin.read",
      summary: "The audit log as CSV, newest first, filtered as the list.",
      description:
        "Admins may. The export itself is written to the log. Names are those of today, and empty for accounts and workspaces that are gone. No cell is a formula to a spreadsheet.",
      query: AuditExportQuery,
      answers: { 200: z.string() },
      produces: "text/csv",
      example: { answer: CSV },
    },
    async (ctx, { query }) =>
      new Response(await exportAudit(ctx, query), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="audit.csv"',
          "Cache-Control": "no-store",
        },
      }),
  ),
];
