import type { Arrival, ExpectArrivalBody } from "#modules/operations/contract/arrivals.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { arrivalsOf } from "#platform/ctx/arrivals.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import type { Arrival as Known } from "#platform/ctx/ports.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";

/**
 * Expects a workspace from another installation: from now on that one may bring its rows, by calls
 * that it signs. Asked for again, it stays as it is. Throws `conflict` where the two differ in version.
 */
export async function takeUpArrival(ctx: CallerCtx, body: ExpectArrivalBody): Promise<Arrival> {
  const { id, secret, release_hash: releaseHash, workspace, tables } = body;
  return presentArrival(
    await arrivalsOf(ctx).expect({ id, secret, releaseHash, workspace, tables }),
  );
}

/** All that came or are on their way, the newest first. */
export async function listArrivals(ctx: CallerCtx): Promise<Arrival[]> {
  return (await arrivalsOf(ctx).list()).map(presentArrival);
}

/** Forgets one that has not arrived, with everything that came of it. Throws `not_found`, and `invalid_state` for one that has. */
export async function forgetArrival(ctx: CallerCtx, id: string): Promise<void> {
  const arrivals = arrivalsOf(ctx);
  if (!(await arrivals.forget(id))) throw new AppError("not_found", "There is no such arrival.");
  await runBatch(ctx.install, [
    auditStatement(ctx, { action: "arrival.forgotten", target: { type: "arrival", id } }),
  ]);
}

const presentArrival = (arrival: Known): Arrival => ({
  id: arrival.id,
  workspace_id: arrival.workspaceId,
  name: arrival.name,
  state: arrival.state,
  created_at: iso(arrival.createdAt),
  opened_at: isoOrNull(arrival.openedAt),
});
