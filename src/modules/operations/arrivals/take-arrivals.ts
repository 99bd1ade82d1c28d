import type { Arrival, ExpectArrivalBody } from "#modules/operations/contract/arrivals.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { CallerCtx, Deps } from "#platform/ctx/ctx.ts";
import type { Arrivals } from "#platform/ctx/ports.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { presentArrival } from "./present.ts";

/** Throws `conflict` on a host that takes none in. */
export function arrivalsOf({ arrivals }: Pick<Deps, "arrivals">): Arrivals {
  if (arrivals) return arrivals;
  throw new AppError(
    "conflict",
    "This installation takes no workspace in: only one on a machine of its own, without DATABASE_URL, can.",
  );
}

/**
 * Expects a workspace from another installation: from now on that one may bring its rows, by calls
 * that it signs. Asked for again, it stays as it is. Throws `conflict` where the two differ in version.
 */
export async function expectArrival(ctx: CallerCtx, body: ExpectArrivalBody): Promise<Arrival> {
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
