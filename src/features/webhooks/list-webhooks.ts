import { type PageQuery, paginationOf } from "#contract/common.ts";
import type { Webhook } from "#contract/webhooks.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { notFound } from "#domain/errors.ts";
import type { WebhookId } from "#domain/ids.ts";
import { pageAfter } from "#core/page-after.ts";
import { presentWebhook } from "./present.ts";
import { countWebhooks, selectWebhook, selectWebhooks } from "./store.ts";

/** The workspace's webhooks, newest first; `q` looks into the URL. */
export async function listWebhooks(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectWebhooks(ctx.db, ctx.workspaceId, { q: query.q, before }, page),
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
