import type {
  AddIntegrationBody,
  ConnectAnswer,
  ConnectBody,
} from "#modules/events/contract/integrations.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import {
  canBeSeveral,
  type IntegrationKind,
  type IntegrationProvider,
  providerOf,
} from "#modules/events/rules/integrations/providers.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { connectionTo, countConnections, findIntegration } from "./list-integrations.ts";
import { readFields } from "./read-fields.ts";
import { hasServiceRoom, upsertIntegration } from "./store.ts";
import { type Connector, connectors } from "#modules/events/hooks.ts";
import { serviceConnector } from "./connect-service.ts";

/** Connections to one service in a workspace. */
const MAX_CONNECTIONS = 20;

/**
 * Connects a service, or gives a connection new credentials: they are tried first and sealed, and never shown.
 * Throws `not_found` for a provider or a further connection that does not exist, `validation_failed` for
 * credentials that are wrong or refused, and upstream errors where the service is away.
 */
export async function connect(
  ctx: MemberCtx,
  connection: string,
  body: ConnectBody,
): Promise<ConnectAnswer> {
  const provider = providerOf(connection);
  if (!provider) throw notFound("integration");
  const before = await connectionTo(ctx, connection);
  if (!before && connection !== provider.id) throw notFound("integration");
  const name = body.name === undefined ? (before?.name ?? null) : body.name;
  return connectAs(ctx, provider, connection, { ...body, name });
}

/**
 * Connects a service once more, beside the connections that it has. Throws like `connect`, and `limit_reached`
 * beyond twenty.
 */
export async function addIntegration(
  ctx: MemberCtx,
  { provider: id, ...body }: AddIntegrationBody,
): Promise<ConnectAnswer> {
  const provider = providerOf(id);
  if (!provider || !canBeSeveral(provider)) {
    throw invalidField("provider", "not_allowed", "This service can be connected only once.");
  }
  // Before anything is asked of the service; what counts is the condition of the insert.
  if ((await countConnections(ctx, provider)) >= MAX_CONNECTIONS) throw tooMany();
  const word = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) =>
    (byte % 36).toString(36),
  );
  return connectAs(ctx, provider, `${provider.id}-${word.join("")}`, body);
}

const tooMany = (): AppError =>
  new AppError(
    "limit_reached",
    `A workspace can have up to ${MAX_CONNECTIONS} connections to one service. Disconnect one first.`,
  );

async function connectAs(
  ctx: MemberCtx,
  provider: IntegrationProvider,
  connection: string,
  body: ConnectBody,
): Promise<ConnectAnswer> {
  const entered = readFields(ctx, provider, body);
  const { accountLabel, row, inbound, kept, takeBack } = await connectorOf(
    ctx,
    provider.kind,
  ).connect(ctx, provider, entered, connection);
  const { db, install, workspaceId } = ctx;
  const connectedAt = ctx.now();
  const room = hasServiceRoom({ workspaceId, connection }, provider.id, MAX_CONNECTIONS);
  // The connection first: without it a service would get events and not be shown.
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "integration.connected",
        workspaceId,
        target: { type: "integration", id: connection },
      },
      onlyIf(room),
    ),
    ...(kept?.inInstall ?? []),
    upsertIntegration(
      install,
      {
        workspaceId,
        connection,
        name: entered.name,
        accountLabel: accountLabel.slice(0, 200),
        config: { ...entered.config, ...(entered.events.length > 0 && { events: entered.events }) },
        tokenHash: null,
        secret: null,
        remoteUri: null,
        ...row,
        connectedAt,
      },
      room,
    ),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) {
    await takeBack?.();
    throw tooMany();
  }
  await runBatch(db, kept?.inWorkspace ?? []);
  return { ...(await findIntegration(ctx, provider, connection)), inbound };
}

/** What connects services of that kind: this module where events go to them, else a later one. */
export function connectorOf(ctx: WorkspaceCtx, kind: IntegrationKind): Connector {
  const all = [serviceConnector, ...ctx.hooks.ask(connectors).map((give) => give())];
  const found = all.find((one) => one.kind === kind);
  if (!found) throw new Error(`no module connects ${kind}`);
  return found;
}
