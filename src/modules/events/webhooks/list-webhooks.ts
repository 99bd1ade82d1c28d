import { type PageQuery, paginationOf, type Sorting } from "#platform/contract/common.ts";
import type { Webhook } from "#modules/events/contract/webhooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentWebhook } from "./present.ts";
import { countWebhooks, selectWebhook, selectWebhooks } from "./store.ts";

/** The workspace's webhooks, newest first where nothing else is asked; `q` looks into the URL. */
export async function listWebhooks(ctx: WorkspaceCtx, query: PageQuery & Sorting) {
  const { order, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectWebhooks(ctx.db, ctx.workspaceId, { q: query.q, order }, page),
    countWebhooks(ctx.db, ctx.workspaceId, query.q),
  ]);
  const shown = rows.slice(0, query.limit);
  return {
    data: shown.map(presentWebhook),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** One webhook. Throws `not_found`. */
export async function getWebhook(ctx: WorkspaceCtx, id: WebhookId): Promise<Webhook> {
  const row = await selectWebhook(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("webhook");
  return presentWebhook(row);
}
