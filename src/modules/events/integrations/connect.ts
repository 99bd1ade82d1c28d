import type { ConnectAnswer, ConnectBody } from "#modules/events/contract/integrations.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import { providerOf } from "#modules/events/rules/integrations/providers.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findIntegration } from "./list-integrations.ts";
import { connectorOf } from "./connector-of.ts";
import { readFields } from "./read-fields.ts";
import { upsertIntegration } from "./store.ts";

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
  const { accountLabel, row, inbound, statements } = await connectorOf(ctx, provider.kind).connect(
    ctx,
    provider,
    entered,
  );
  const { db, workspaceId } = ctx;
  const connectedAt = ctx.now();
  await runBatch(db, [
    auditStatement(ctx, {
      action: "integration.connected",
      workspaceId,
      target: { type: "integration", id: provider.id },
    }),
    ...(statements ?? []),
    upsertIntegration(db, {
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
  return { ...(await findIntegration(ctx, provider)), inbound };
}
