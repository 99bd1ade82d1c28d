import type { ConnectAnswer, ConnectBody } from "#modules/events/contract/integrations.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import {
  type IntegrationProvider,
  providerOf,
} from "#modules/events/rules/integrations/providers.ts";
import { introduce } from "#modules/events/rules/integrations/speak.ts";
import { sampleBody } from "#modules/events/rules/sample-event.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { keyStatements } from "#modules/inbox/provider-webhooks/keys.ts";
import { connectStatements } from "#modules/events/webhook-deliveries/services.ts";
import { checkMailKey } from "./check-mail-key.ts";
import { connectAi } from "./connect-ai.ts";
import { connectCalendar } from "#modules/inbox/bookings/connect-calendar.ts";
import { converse } from "./converse.ts";
import { findIntegration } from "./list-integrations.ts";
import { type Entered, readFields } from "./read-fields.ts";
import { type IntegrationRow, upsertIntegration } from "./store.ts";

/** What connecting a service came to. */
export type Connected = {
  readonly accountLabel: string;
  readonly row?: Partial<Pick<IntegrationRow, "tokenHash" | "secret" | "remoteUri">>;
  readonly inbound: ConnectAnswer["inbound"];
  readonly statements?: readonly Statement[];
};

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
  const { accountLabel, row, inbound, statements } = await reach(ctx, provider, entered);
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

function reach(
  ctx: MemberCtx,
  provider: IntegrationProvider,
  entered: Entered,
): Promise<Connected> {
  switch (provider.kind) {
    case "events":
      return reachService(ctx, provider, entered);
    case "bookings":
      return connectCalendar(ctx, provider, entered);
    case "mail_events":
      return takeMailKey(ctx, provider, entered);
    case "ai":
      return connectAi(ctx, provider, entered);
  }
}

async function reachService(
  ctx: MemberCtx,
  provider: IntegrationProvider,
  { credentials, config, events }: Entered,
): Promise<Connected> {
  const at = ctx.now();
  const event = events[0] ?? "lead.replied";
  const service = { provider: provider.id, credentials, config };
  const accountLabel = await converse(
    ctx,
    provider,
    introduce(service, {
      id: `msg_test_${crypto.randomUUID()}`,
      event,
      attempt: 1,
      body: sampleBody(event, ctx.workspaceId, at),
      at,
    }),
  );
  return {
    accountLabel,
    inbound: null,
    statements: await connectStatements(ctx, { ...service, events }),
  };
}

async function takeMailKey(
  ctx: MemberCtx,
  provider: IntegrationProvider,
  { credentials }: Entered,
): Promise<Connected> {
  const [[field, key] = ["", ""]] = Object.entries(credentials);
  await checkMailKey(provider, field, key);
  // Providers of this kind are those that post mail events.
  const id = provider.id as Parameters<typeof keyStatements>[1];
  const url = `${ctx.settings.BASE_URL}/api/v1/webhooks/${provider.id}`;
  return {
    accountLabel: provider.title,
    inbound: { url, secret: null },
    statements: await keyStatements(ctx, id, key),
  };
}
