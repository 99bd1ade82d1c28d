import { AuditEntry, AuditQuery } from "#modules/accounts/contract/audit.ts";
import { listOf } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { listAudit } from "./list-audit.ts";

export const auditRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/audit",
      scope: "caller",
      action: "admin.read",
      summary: "Who did what to which record from where, newest first.",
      query: AuditQuery,
      answers: { 200: listOf(AuditEntry) },
    },
    async (ctx, { query }) => ok(await listAudit(ctx, query)),
  ),
];
