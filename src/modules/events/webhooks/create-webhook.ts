import type { CreateWebhookBody, Webhook } from "#modules/events/contract/webhooks.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertUrl } from "./assert-url.ts";
import { presentWebhook } from "./present.ts";
import { sealSecret } from "./secrets.ts";
import { insertWebhook } from "./store.ts";

const WEBHOOKS_PER_WORKSPACE = 250;

/**
 * Adds a webhook; it receives the events that happen from now on. Throws `validation_failed` for a
 * URL that may not be called, `limit_reached` beyond 250 webhooks.
 */
export async function createWebhook(ctx: MemberCtx, body: CreateWebhookBody): Promise<Webhook> {
  assertUrl(ctx, body.url);
  const secret = await sealSecret(ctx, body.secret);
  const row = await insertWebhook(
    ctx.db,
    ctx.workspaceId,
    { url: body.url, secret, events: body.events },
    WEBHOOKS_PER_WORKSPACE,
    ctx.now(),
    ({ id, source }) =>
      auditStatement(
        ctx,
        {
          action: "webhook.created",
          workspaceId: ctx.workspaceId,
          target: { type: "webhook", id },
          details: { events: body.events },
        },
        source,
      ),
  );
  if (row) return presentWebhook(row);
  throw new AppError(
    "limit_reached",
    `A workspace has ${WEBHOOKS_PER_WORKSPACE} webhooks at most; delete one first.`,
  );
}
