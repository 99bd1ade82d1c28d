import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import { providerOf } from "#modules/events/rules/integrations/providers.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { connectorOf } from "./connect.ts";
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
  const kept = await connectorOf(ctx, provider.kind).disconnect(ctx, provider);
  await runBatch(ctx.db, kept.inWorkspace ?? []);
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "integration.disconnected",
      workspaceId: ctx.workspaceId,
      target: { type: "integration", id: provider.id },
    }),
    ...(kept.inInstall ?? []),
    deleteIntegration(ctx.install, ctx.workspaceId, provider.id),
  ]);
}
