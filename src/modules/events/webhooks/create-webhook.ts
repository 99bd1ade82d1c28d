import type { CreateWebhookBody, Webhook } from "#modules/events/contract/webhooks.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { presentWebhook } from "./present.ts";
import { insertWebhook } from "./store.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";

/**
 * Adds a webhook; it receives the events that happen from now on. Throws `validation_failed` for a
 * URL that may not be called, `limit_reached` beyond `MAX_WEBHOOKS_PER_WORKSPACE`.
 */
export async function createWebhook(ctx: MemberCtx, body: CreateWebhookBody): Promise<Webhook> {
  assertUrl(ctx, body.url);
  const max = ctx.settings.MAX_WEBHOOKS_PER_WORKSPACE;
  const secret = await sealSecret(ctx, body.secret);
  const row = await insertWebhook(
    ctx.db,
    ctx.workspaceId,
    { url: body.url, secret, events: body.events },
    max,
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
    `A workspace can have up to ${max} webhooks. Delete one first.`,
  );
}

/** Throws `validation_failed` for a URL that webhooks may not call. */
export function assertUrl(ctx: WorkspaceCtx, url: string): void {
  const refusal = refuseUrl(url, { allowPrivate: allowsPrivateNetworks(ctx.settings) });
  if (refusal) throw invalidField("url", refusal.code, refusal.message);
}

const placeOf = (ctx: WorkspaceCtx): string => `webhooks:secret:${ctx.workspaceId}`;

/** Seals a signing secret; a copy in another column or workspace cannot be opened. */
export const sealSecret = (ctx: WorkspaceCtx, plain: string): Promise<string> =>
  ctx.vault.seal(plain, placeOf(ctx));

/** Opens a signing secret. Throws when its key is gone from VAULT_KEYS or the value was tampered with. */
export const openSecret = (ctx: WorkspaceCtx, sealed: string): Promise<string> =>
  ctx.vault.open(sealed, placeOf(ctx));
