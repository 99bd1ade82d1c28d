import { z } from "zod";
import { listOf, pathId } from "#platform/contract/common.ts";
import { HealthQuery, MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { listHealth, readHealth } from "./read-health.ts";

export const mailboxHealthRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/mailboxes/health`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "The health of every mailbox: score, what is wrong, what to do.",
      description:
        "Staff and API keys may, and clients whose access allows it. Shows what is stored: no server is contacted and DNS is not asked. The filters are those of the list of mailboxes.",
      query: HealthQuery,
      answers: { 200: listOf(MailboxHealth) },
    },
    async (ctx, { query }) => ok(await listHealth(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/mailboxes/:id/health`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "The health of one mailbox, with the DNS records of its domain.",
      description:
        "Staff and API keys may, and clients whose access allows it. Shows what is stored: no server is contacted and DNS is not asked.",
      params: z.object({ wid: pathId(), id: pathId<MailboxId>() }),
      answers: { 200: MailboxHealth },
    },
    async (ctx, { params }) => ok(await readHealth(ctx, params.id)),
  ),
];
