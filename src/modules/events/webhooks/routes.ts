import { z } from "zod";
import { listOf, PageQuery, sortedBy, pathId } from "#platform/contract/common.ts";
import {
  CreateWebhookBody,
  LogsQuery,
  RedeliverAnswer,
  TestWebhookAnswer,
  TestWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookLog,
} from "#modules/events/contract/webhooks.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { accepted, created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook, updateWebhook } from "./update-webhook.ts";
import { listLogs } from "./list-logs.ts";
import { getWebhook, listWebhooks } from "./list-webhooks.ts";
import { redeliver } from "./redeliver.ts";
import { testWebhook } from "./test-webhook.ts";

const LIST = `${WORKSPACE_PATH}/webhooks`;
const ONE = `${LIST}/:id`;
const Params = z.object({ id: pathId<WebhookId>() });
const LogParams = z.object({ id: pathId<WebhookId>(), logId: pathId() });

export const webhookRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "webhooks.read",
      summary: "The webhooks of the workspace, newest first.",
      description: "Staff and API keys may. Secrets are never shown. Changes nothing.",
      query: PageQuery.extend(sortedBy()),
      answers: { 200: listOf(Webhook) },
    },
    async (ctx, { query }) => ok(await listWebhooks(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: LIST,
      scope: "workspace",
      action: "webhooks.edit",
      summary: "Subscribe a URL to events. The secret signs each delivery and is never shown.",
      description:
        "Staff and API keys may. It receives events that happen from now on. A workspace has a limit of webhooks, 250 by default.",
      body: CreateWebhookBody,
      example: {
        body: {
          url: "https://hooks.acme.example/outrider",
          secret: "a-long-random-secret",
          events: ["lead.replied"],
        },
      },
      answers: { 201: Webhook },
    },
    async (ctx, { body }) => {
      const webhook = await createWebhook(ctx, body);
      return created(webhook, `/api/v1/workspaces/${ctx.workspaceId}/webhooks/${webhook.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: ONE,
      scope: "workspace",
      action: "webhooks.read",
      summary: "One webhook, with its failures in a row and why it was switched off.",
      description: "Staff and API keys may. Changes nothing.",
      params: Params,
      answers: { 200: Webhook },
    },
    async (ctx, { params }) => ok(await getWebhook(ctx, params.id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: ONE,
      scope: "workspace",
      action: "webhooks.edit",
      summary:
        "Change a webhook. Re-activates it and resumes its deliveries, unless is_active is false.",
      description:
        "Staff and API keys may. Ends its failures in a row; deliveries of the last 72 hours that were waiting continue. Fields left out keep their value.",
      params: Params,
      body: UpdateWebhookBody,
      example: { body: { events: ["lead.replied"] } },
      answers: { 200: Webhook },
    },
    async (ctx, { params, body }) => ok(await updateWebhook(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: ONE,
      scope: "workspace",
      action: "webhooks.edit",
      summary: "Delete a webhook; what it was still owed is cancelled.",
      description: "Staff and API keys may. To stop for a while, set `is_active` to false.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteWebhook(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${ONE}/logs`,
      scope: "workspace",
      action: "webhooks.read",
      summary:
        "Every delivery attempt of a webhook, newest first, with what was sent and what came back.",
      description: "Staff and API keys may. Tests are in it as well. Changes nothing.",
      params: Params,
      query: LogsQuery,
      answers: { 200: listOf(WebhookLog) },
    },
    async (ctx, { params, query }) => ok(await listLogs(ctx, params.id, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${ONE}/test`,
      scope: "workspace",
      action: "webhooks.edit",
      summary: "Post a made-up event now and see the answer. Logged, but not counted.",
      description:
        "Staff and API keys may. A failed test is a result with status 200. It works for a webhook that is off as well.",
      params: Params,
      body: TestWebhookBody,
      example: { body: { event: "lead.replied" } },
      answers: { 200: TestWebhookAnswer },
    },
    async (ctx, { params, body }) => ok(await testWebhook(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${ONE}/logs/:logId/redeliver`,
      scope: "workspace",
      action: "webhooks.edit",
      summary: "Make a delivery again, under the same webhook-id.",
      description:
        "Staff and API keys may. It has all its attempts again. Answers 409 `invalid_state` for a test, for a delivery that is under way, and while the webhook is off.",
      params: LogParams,
      answers: { 202: RedeliverAnswer },
    },
    async (ctx, { params }) => accepted(await redeliver(ctx, params.id, params.logId)),
  ),
];
