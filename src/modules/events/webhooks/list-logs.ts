import type { LogsQuery } from "#modules/events/contract/webhooks.ts";
import { type Pagination, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { countAttempts, selectAttempts } from "./log-store.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentLog } from "./present.ts";
import { selectWebhook } from "./store.ts";

/** Counted exactly up to here. */
const COUNTED_EXACTLY = 10_000;

/** Every attempt of a webhook, or those of an event or an outcome, newest first. Throws `not_found`. */
export async function listLogs(ctx: WorkspaceCtx, id: WebhookId, query: LogsQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const of = { webhookId: id, event: query.event ?? null, outcome: query.outcome ?? null };
  const [webhook, rows, counted] = await Promise.all([
    selectWebhook(ctx.db, ctx.workspaceId, id),
    selectAttempts(ctx.db, ctx.workspaceId, of, before, page),
    countAttempts(ctx.db, ctx.workspaceId, of, COUNTED_EXACTLY + 1),
  ]);
  if (!webhook) throw notFound("webhook");
  const pagination = paginationOf(query, counted, nextCursor(rows));
  return {
    data: rows.slice(0, query.limit).map(presentLog),
    pagination: counted > COUNTED_EXACTLY ? uncounted(pagination) : pagination,
  };
}

const uncounted = (pagination: Pagination): Pagination => ({
  ...pagination,
  total: null,
  total_at_least: COUNTED_EXACTLY,
  total_pages: null,
});
