import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import { providerOf } from "#modules/events/rules/integrations/providers.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { forgetKeyStatement } from "#modules/inbox/provider-webhooks/keys.ts";
import { updateSettings } from "#modules/accounts/settings/update-settings.ts";
import { disconnectStatements } from "#modules/events/webhook-deliveries/services.ts";
import { leaveCalendar } from "#modules/inbox/bookings/connect-calendar.ts";
import { findIntegration } from "./list-integrations.ts";
import { deleteIntegration } from "./store.ts";

/**
 * Ends a connection at once and forgets its credentials; what the service was still owed is
 * cancelled. Throws `not_found` where it is not connected.
 */
export async function disconnect(ctx: MemberCtx, id: string): Promise<void> {
  const provider = providerOf(id);
  if (!provider || (await findIntegration(ctx, provider)).status === "disconnected") {
    throw notFound("integration");
  }
  if (provider.kind === "bookings") await leaveCalendar(ctx, provider);
  if (provider.kind === "ai") {
    await updateSettings(ctx, {
      ai: { provider: null, base_url: null, model: null, api_key: null },
    });
  }
  await runBatch(ctx.db, [
    auditStatement(ctx, {
      action: "integration.disconnected",
      workspaceId: ctx.workspaceId,
      target: { type: "integration", id: provider.id },
    }),
    ...(provider.kind === "events" ? disconnectStatements(ctx, provider.id) : []),
    // Providers of this kind are those that post mail events.
    ...(provider.kind === "mail_events"
      ? [forgetKeyStatement(ctx, provider.id as Parameters<typeof forgetKeyStatement>[1])]
      : []),
    deleteIntegration(ctx.db, ctx.workspaceId, provider.id),
  ]);
}
