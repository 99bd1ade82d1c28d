import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { CallerCtx, Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import {
  claimFreeHosts,
  countHosts,
  type HostClaim,
  isFree,
  selectHostHolders,
  makeAllDue,
  selectHostsOf,
} from "./all-hosts-store.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import { knownRecords } from "./records.ts";
import { newToken, refusalOfHost } from "./set-host.ts";
import { takeDueHosts, type TrackingRow } from "./store.ts";

/* Tracking hosts of many workspaces at once, for admins of the install. */

/** A check that was lost is found again after this. */
const LEASE_MS = 5 * MINUTE_MS;
/** Checks that are begun at once; the sweep goes on with the rest. */
const BEGUN_AT_ONCE = 50;

export type KnownHost = {
  readonly row: TrackingRow;
  /** As the last check found them. */
  readonly records: readonly RecordCheck[];
};

/** The tracking hosts of these workspaces, by workspace; nobody is asked. */
export async function trackingHostsOf(
  deps: Pick<Deps, "install" | "settings">,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, KnownHost>> {
  const rows = await selectHostsOf(deps.install, workspaceIds);
  return new Map(
    rows.map((row) => [row.workspaceId, { row, records: knownRecords(deps, row) }] as const),
  );
}

/** Has every tracking host checked; answers how many there are. */
export async function checkAllHosts(deps: Deps): Promise<number> {
  const now = deps.now();
  const total = await makeAllDue(deps.install, now);
  const first = await takeDueHosts(
    deps.install,
    trackingDomains,
    { now, until: later(now, LEASE_MS) },
    BEGUN_AT_ONCE,
  );
  for (const workspaceId of first) {
    await deps.queue.send({ type: "tracking_host.check.v1", workspaceId });
  }
  return total;
}

/** How many tracking hosts there were at that time and were not checked since. */
export const hostsToCheck = (deps: Pick<Deps, "install">, since: UnixMs): Promise<number> =>
  countHosts(deps.install, since);

/** Who holds these hosts, by host. */
export const holdersOfHosts = (
  deps: Pick<Deps, "install">,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceId>> => selectHostHolders(deps.install, hosts);

/** Why links cannot lead under this host, in words; null: they can. */
export const hostRefusal = (ctx: Pick<CallerCtx, "settings">, host: string): string | null =>
  refusalOfHost(ctx, host)?.message ?? null;

/**
 * Gives workspaces without a tracking host theirs, as setting it would; who has got one meanwhile
 * keeps it. Answers the workspaces that have the host that was meant for them.
 */
export async function assignHosts(
  ctx: CallerCtx,
  wanted: readonly { readonly workspaceId: WorkspaceId; readonly host: string }[],
): Promise<ReadonlySet<WorkspaceId>> {
  if (wanted.length === 0) return new Set();
  const claims: HostClaim[] = wanted.map((one) => ({ ...one, token: newToken() }));
  const lines = claims.map(({ workspaceId, host }) =>
    auditStatement(
      ctx,
      {
        action: "settings.changed",
        workspaceId,
        target: { type: "workspace", id: workspaceId },
        details: { fields: ["tracking.domain"], domain: host },
      },
      isFree(workspaceId, host),
    ),
  );
  await runBatch(ctx.install, [...lines, claimFreeHosts(ctx.install, claims, ctx.now())]);
  const kept = await selectHostsOf(
    ctx.install,
    claims.map(({ workspaceId }) => workspaceId),
  );
  const ours = new Set(claims.map(({ workspaceId, host }) => `${workspaceId} ${host}`));
  return new Set(
    kept
      .filter(({ workspaceId, host }) => ours.has(`${workspaceId} ${host}`))
      .map(({ workspaceId }) => workspaceId),
  );
}
