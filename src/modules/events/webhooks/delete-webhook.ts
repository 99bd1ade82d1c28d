import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { deleteWebhook as deleteRow, selectWebhook } from "./store.ts";

/** Removes a webhook; what it was still owed is cancelled. Throws `not_found`. */
export async function deleteWebhook(ctx: WorkspaceCtx, id: WebhookId): Promise<void> {
  const known = await selectWebhook(ctx.db, ctx.workspaceId, id);
  if (!known || !(await deleteRow(ctx.db, ctx.workspaceId, id))) throw notFound("webhook");
}
