import { Quota, QuotaBody, QuotaParams } from "#modules/operations/contract/overview.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readQuota } from "./read-quota.ts";
import { setQuota } from "./set-quota.ts";

export const quotaRoutes = [
  endpoint(
    {
      method: "PUT",
      path: "/api/v1/admin/clients/:wid/quota",
      scope: "caller",
      action: "admin.edit",
      summary:
        "Set how many leads and mailboxes a workspace may have, and emails it may send a month.",
      description:
        "Admins may, for any workspace that is not deleted. What is there already stays; only more is refused, with `quota_reached`. Emails are those of campaigns; replies by people and warmup are not counted. A campaign that reaches the quota waits for the next calendar month (UTC), or for a higher quota.",
      params: QuotaParams,
      body: QuotaBody,
      answers: { 200: Quota },
      example: { body: { leads: 5_000, mails_month: 4_000 } },
    },
    async (ctx, { params, body }) => ok(await setQuota(ctx, params.wid, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/quota`,
      scope: "workspace",
      action: "settings.read",
      summary: "The quotas of the workspace, and what is used of them now.",
      description: "Staff may; it changes nothing. Admins set quotas.",
      params: QuotaParams,
      answers: { 200: Quota },
    },
    async (ctx) => ok(await readQuota(ctx)),
  ),
];
