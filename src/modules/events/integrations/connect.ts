import type { ConnectAnswer, ConnectBody } from "#modules/events/contract/integrations.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import { type IntegrationKind, providerOf } from "#modules/events/rules/integrations/providers.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findIntegration } from "./list-integrations.ts";
import { readFields } from "./read-fields.ts";
import { upsertIntegration } from "./store.ts";
import { type Connector, connectors } from "#modules/events/hooks.ts";
import { serviceConnector } from "./connect-service.ts";

/**
 * Connects a service, or gives it new credentials: they are tried first and sealed, and never shown.
 * Throws `not_found` for a provider that does not exist, `validation_failed` for credentials that
 * are wrong or refused, and upstream errors where the service is away.
 */
export async function connect(
  ctx: MemberCtx,
  id: string,
  body: ConnectBody,
): Promise<ConnectAnswer> {
  const provider = providerOf(id);
  if (!provider) throw notFound("integration");
  const entered = readFields(ctx, provider, body);
  const { accountLabel, row, inbound, kept } = await connectorOf(ctx, provider.kind).connect(
    ctx,
    provider,
    entered,
  );
  const { db, install, workspaceId } = ctx;
  const connectedAt = ctx.now();
  // The connection first: without it a service would get events and not be shown.
  await runBatch(install, [
    auditStatement(ctx, {
      action: "integration.connected",
      workspaceId,
      target: { type: "integration", id: provider.id },
    }),
    ...(kept?.inInstall ?? []),
    upsertIntegration(install, {
      workspaceId,
      provider: provider.id,
      accountLabel: accountLabel.slice(0, 200),
      config: { ...entered.config, ...(entered.events.length > 0 && { events: entered.events }) },
      tokenHash: null,
      secret: null,
      remoteUri: null,
      ...row,
      connectedAt,
    }),
  ]);
  await runBatch(db, kept?.inWorkspace ?? []);
  return { ...(await findIntegration(ctx, provider)), inbound };
}

/** What connects services of that kind: this module where events go to them, else a later one. */
export function connectorOf(ctx: WorkspaceCtx, kind: IntegrationKind): Connector {
  const all = [serviceConnector, ...ctx.hooks.ask(connectors).map((give) => give())];
  const found = all.find((one) => one.kind === kind);
  if (!found) throw new Error(`no module connects ${kind}`);
  return found;
}
