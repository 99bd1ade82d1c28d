import { callerName, type CallerCtx, inWorkspace } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { pausedEvent } from "#modules/campaigns/lead-events/campaign-event.ts";
import { manyEventStatements } from "#modules/events/events/many-event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import {
  eachStandingKey,
  pauseRunning,
  revokeKeys,
  selectRunningCampaigns,
  standsAsSeen,
} from "./client-work-store.ts";
import { endClientSessions, markClientDeleted, selectClient } from "./clients-store.ts";

/** Campaigns may start while the batch is made; then it is made again. */
const TRIES = 5;

/**
 * Deletes a client: its people are signed out and stay out, its API keys end for good, its
 * campaigns pause, and nobody enters its workspace, all in one batch. The data stays for thirty
 * days. Throws `not_found`.
 */
export async function deleteClient(ctx: CallerCtx, id: WorkspaceId): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const client = await selectClient(ctx.db, id);
    if (!client || client.deletedAt !== null) {
      throw new AppError("not_found", "Client not found.");
    }
    if (await tryToDelete(ctx, id, client.name)) return;
  }
  throw new AppError("conflict", "A campaign of this client was just started. Try again.");
}

async function tryToDelete(ctx: CallerCtx, id: WorkspaceId, name: string): Promise<boolean> {
  const { db } = ctx;
  const inside = inWorkspace(ctx, id);
  const running = await selectRunningCampaigns(db, id);
  const guard = standsAsSeen(id, running);
  const now = ctx.now();
  const key = eachStandingKey(id, guard);
  const cause = { reason: "manual", triggeredBy: callerName(ctx.caller) } as const;
  const events = running.map((campaign) => pausedEvent({ ...campaign, status: "active" }, cause));
  const results = await runBatch(db, [
    ...manyEventStatements(inside, events, guard),
    pauseRunning(db, id, now, guard),
    auditStatement(
      ctx,
      {
        action: "api_key.revoked",
        workspaceId: id,
        target: { type: "api_key", id: key.keyId },
      },
      key.source,
    ),
    revokeKeys(db, id, now, guard),
    ...endClientSessions(db, id, now, guard),
    auditStatement(
      ctx,
      {
        action: "client.deleted",
        workspaceId: id,
        target: { type: "workspace", id },
        details: { name },
      },
      onlyIf(guard),
    ),
    markClientDeleted(db, id, now, guard),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return false;
  await wakeDeliveries(
    inside,
    events.map((event) => event.dedupeKey),
  );
  return true;
}
