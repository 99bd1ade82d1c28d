import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { EventType } from "#modules/events/rules/event.ts";
import type { ServiceSecret } from "./post-to-service.ts";
import { sealSecret } from "#modules/events/webhooks/create-webhook.ts";
import { deleteService, selectServices, unparkService, upsertService } from "./service-store.ts";

/**
 * Statements that send a workspace's events to a service from now on, through the engine of the
 * webhooks: for the batch that connects it.
 */
export async function connectStatements(
  ctx: WorkspaceCtx,
  service: { readonly provider: string; readonly events: readonly EventType[] } & ServiceSecret,
): Promise<Statement[]> {
  const { provider, events, credentials, config } = service;
  const secret = await sealSecret(ctx, JSON.stringify({ credentials, config }));
  return [
    unparkService(ctx.db, ctx.workspaceId, provider, ctx.now()),
    upsertService(ctx.db, ctx.workspaceId, { provider, secret, events }, ctx.now()),
  ];
}

/** Statements that end it; what was still owed is cancelled. */
export const disconnectStatements = (ctx: WorkspaceCtx, provider: string): Statement[] =>
  deleteService(ctx.db, ctx.workspaceId, provider);

/** How the connected services are doing, by provider. */
export async function servicesOf(ctx: WorkspaceCtx) {
  const rows = await selectServices(ctx.db, ctx.workspaceId);
  return new Map(rows.map((row) => [row.provider ?? "", row]));
}
