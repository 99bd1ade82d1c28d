import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { connectorOf } from "./connect.ts";
import { connectedOne } from "./list-integrations.ts";
import { deleteIntegration } from "./store.ts";

/**
 * Ends a connection at once and forgets its credentials; what the service was still owed is
 * cancelled. Throws `not_found` where it is not connected.
 */
export async function disconnect(ctx: MemberCtx, id: string): Promise<void> {
  const { provider } = await connectedOne(ctx, id);
  const kept = await connectorOf(ctx, provider.kind).disconnect(ctx, provider, id);
  await runBatch(ctx.db, kept.inWorkspace ?? []);
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "integration.disconnected",
      workspaceId: ctx.workspaceId,
      target: { type: "integration", id },
    }),
    ...(kept.inInstall ?? []),
    deleteIntegration(ctx.install, ctx.workspaceId, id),
  ]);
}
