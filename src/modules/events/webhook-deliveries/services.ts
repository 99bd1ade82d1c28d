import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { Service } from "#modules/events/rules/integrations/speak.ts";
import type { EventType } from "#modules/events/rules/event.ts";
import { ServiceSecret } from "./post-to-service.ts";
import { openSecret, sealSecret } from "#modules/events/webhooks/create-webhook.ts";
import {
  deleteService,
  selectService,
  selectServices,
  unparkService,
  upsertService,
} from "./service-store.ts";

/**
 * Statements that send a workspace's events to a service from now on, through the engine of the
 * webhooks: for the batch that connects it.
 */
export async function connectStatements(
  ctx: WorkspaceCtx,
  service: {
    readonly connection: string;
    readonly name: string | null;
    readonly events: readonly EventType[];
  } & ServiceSecret,
): Promise<Statement[]> {
  const { connection, name, events, credentials, config } = service;
  const secret = await sealSecret(ctx, JSON.stringify({ credentials, config }));
  return [
    unparkService(ctx.db, ctx.workspaceId, connection, ctx.now()),
    upsertService(ctx.db, ctx.workspaceId, { connection, name, secret, events }, ctx.now()),
  ];
}

/** Statements that end it; what was still owed is cancelled. */
export const disconnectStatements = (ctx: WorkspaceCtx, connection: string): Statement[] =>
  deleteService(ctx.db, ctx.workspaceId, connection);

/** How the connected services are doing, by connection. */
export async function servicesOf(ctx: WorkspaceCtx) {
  const rows = await selectServices(ctx.db, ctx.workspaceId);
  return new Map(rows.map((row) => [row.connection ?? "", row]));
}

/** What a service is sent and makes of it, without its credentials, which may be unreadable; null: it is not connected. */
export const choicesOfService = (ctx: WorkspaceCtx, connection: string) =>
  selectService(ctx.db, ctx.workspaceId, connection);

/** A connected service with its credentials, to ask it something; null: it is not connected. */
export async function serviceOf(ctx: WorkspaceCtx, connection: string) {
  const row = await selectService(ctx.db, ctx.workspaceId, connection);
  if (!row) return null;
  const secret = ServiceSecret.parse(JSON.parse(await openSecret(ctx, row.secret)));
  // Sealed by `connectStatements`, whose type it is.
  return { provider: connection, ...secret } as Service;
}
