import type { UpdateWebhookBody, Webhook } from "#modules/events/contract/webhooks.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { auditStatement, deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import { assertUrl, sealSecret } from "./create-webhook.ts";
import { presentWebhook } from "./present.ts";
import {
  activateWebhook,
  deactivateWebhook,
  deleteWebhookRow as deleteRow,
  selectWebhook,
  whileWebhookThere,
} from "./store.ts";
import { wakeWebhook } from "./wake-webhook.ts";

/**
 * Changes a webhook. Any update re-activates it, ends its streak and resumes its parked deliveries
 * of the last 72 hours, unless `is_active` is false, which switches it off.
 * Throws `not_found`, and `validation_failed` for a URL that may not be called or a changed id.
 */
export async function updateWebhook(
  ctx: MemberCtx,
  id: WebhookId,
  body: UpdateWebhookBody,
): Promise<Webhook> {
  assertSame("id", body.id, id);
  assertSame("workspace_id", body.workspace_id, ctx.workspaceId);
  if (!(await selectWebhook(ctx.db, ctx.workspaceId, id))) throw notFound("webhook");
  if (body.url !== undefined) assertUrl(ctx, body.url);
  const changed = {
    ...(body.url === undefined ? {} : { url: body.url }),
    ...(body.events === undefined ? {} : { events: body.events }),
    ...(body.secret === undefined ? {} : { secret: await sealSecret(ctx, body.secret) }),
  };
  const line = auditStatement(
    ctx,
    {
      action: "webhook.changed",
      workspaceId: ctx.workspaceId,
      target: { type: "webhook", id },
      details: { fields: Object.keys(body) },
    },
    whileWebhookThere(ctx.workspaceId, id),
  );
  const row =
    body.is_active === false
      ? await deactivateWebhook(ctx.db, ctx.workspaceId, id, "manual", changed, ctx.now(), () => [
          line,
        ])
      : await activateWebhook(ctx.db, ctx.workspaceId, id, changed, ctx.now(), line);
  if (!row) throw notFound("webhook");
  if (row.isActive) await wakeWebhook(ctx, id);
  return presentWebhook(row);
}

function assertSame(path: string, given: number | undefined, own: number): void {
  if (given === undefined || given === own) return;
  throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
}

/** Removes a webhook; what it was still owed is cancelled. Throws `not_found`. */
export async function deleteWebhook(ctx: MemberCtx, id: WebhookId): Promise<void> {
  const { db, workspaceId } = ctx;
  const known = await selectWebhook(db, workspaceId, id);
  const line = deletionLine(ctx, "webhook", id, whileWebhookThere(workspaceId, id));
  if (!known || !(await deleteRow(db, workspaceId, id, line))) throw notFound("webhook");
}
