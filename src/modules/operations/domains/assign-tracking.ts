import { DomainName } from "#modules/links/contract/tracking-domains.ts";
import { productOf } from "#modules/links/rules/tracking-products.ts";
import {
  assignHosts,
  holdersOfHosts,
  hostRefusal,
} from "#modules/links/tracking-domains/all-hosts.ts";
import { cnameTarget } from "#modules/links/tracking-domains/records.ts";
import { presetOfDomain } from "#modules/mailboxes/rules/preset-of.ts";
import type {
  AssignTrackingAnswer,
  AssignTrackingBody,
  TrackingAssignment,
} from "#modules/operations/contract/domains.ts";
import { byDatabase, type CallerCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { idCursor, readIdCursor, type WorkspaceId } from "#platform/rules/ids.ts";
import { selectDomainsOf } from "./pairs-store.ts";
import { countTracked, type Place, selectUntracked } from "./places-store.ts";

/** Workspaces of one answer: each costs a question to DNS. */
const AT_ONCE = 100;
/** Their domains that are read; of each workspace the largest counts. */
const MAX_DOMAINS = 5_000;

/**
 * Gives workspaces without a tracking domain one by a rule, a page of them at a time; `dry_run`
 * shows it only. Those that have one keep it, and nothing is taken from anybody.
 */
export async function assignTracking(
  ctx: CallerCtx,
  { rule, dry_run, cursor }: AssignTrackingBody,
): Promise<AssignTrackingAnswer> {
  const after = cursor === undefined ? 0 : readIdCursor(cursor);
  if (after === null) {
    throw new AppError("malformed_request", "Use the next_cursor of the answer before.");
  }
  const found = await selectUntracked(ctx.install, after, AT_ONCE + 1);
  const places = found.slice(0, AT_ONCE);
  const [domains, kept] = await Promise.all([domainsOf(ctx, places), countTracked(ctx.install)]);
  const planned = await withHolders(
    ctx,
    places.map((place) => planFor(ctx, rule, place, domains.get(place.id) ?? [])),
  );
  const targets = await targetsOf(ctx, planned);
  const made = dry_run ? new Set<WorkspaceId>() : await assignHosts(ctx, claimsIn(planned));
  const last = places.at(-1);
  return {
    data: planned.map((plan) => ({
      ...plan,
      points_to: plan.host === null ? null : (targets.get(plan.host) ?? null),
      status: plan.status === "new" && !dry_run ? outcome(plan, made) : plan.status,
    })),
    kept,
    cname_target: cnameTarget(ctx),
    next_cursor: found.length > AT_ONCE && last ? idCursor(last.id) : null,
  };
}

type Plan = Omit<TrackingAssignment, "points_to">;

const outcome = ({ workspace }: Plan, made: ReadonlySet<WorkspaceId>) =>
  // Ids of workspaces, as they were read.
  made.has(workspace.id as WorkspaceId) ? ("assigned" as const) : ("taken" as const);

const claimsIn = (plans: readonly Plan[]) =>
  plans.flatMap(({ status, host, workspace }) =>
    status === "new" && host !== null ? [{ workspaceId: workspace.id as WorkspaceId, host }] : [],
  );

async function domainsOf(
  ctx: CallerCtx,
  places: readonly Place[],
): Promise<ReadonlyMap<WorkspaceId, readonly string[]>> {
  const wanted = places.map(({ id }) => ({ workspaceId: id }));
  const rows = await Promise.all(
    [...byDatabase(ctx, wanted)].map(([db, those]) =>
      selectDomainsOf(
        db,
        those.map(({ workspaceId }) => workspaceId),
        MAX_DOMAINS,
      ),
    ),
  );
  const own = rows.flat().filter(({ domain }) => presetOfDomain(domain) === null);
  return new Map(
    [...Map.groupBy(own, ({ workspaceId }) => workspaceId)].map(([id, those]) => [
      id,
      those.map(({ domain }) => domain),
    ]),
  );
}

function planFor(ctx: CallerCtx, rule: string, workspace: Place, domains: readonly string[]): Plan {
  const [domain] = domains;
  if (domain === undefined) {
    return { workspace, domain: null, host: null, status: "no_domain", message: null };
  }
  const host = DomainName.safeParse(rule.replace("{domain}", () => domain)).data ?? null;
  const message = host === null ? "That is no domain name." : hostRefusal(ctx, host);
  const status = message === null ? "new" : "refused";
  return { workspace, domain, host, status, message };
}

/** The first workspace gets a name that several would have. */
async function withHolders(ctx: CallerCtx, plans: readonly Plan[]): Promise<Plan[]> {
  const held = new Set(
    (
      await holdersOfHosts(
        ctx,
        plans.flatMap(({ host }) => host ?? []),
      )
    ).keys(),
  );
  return plans.map((plan) => {
    if (plan.status !== "new" || plan.host === null) return plan;
    if (held.has(plan.host)) return { ...plan, status: "taken" };
    held.add(plan.host);
    return plan;
  });
}

/** Where the names lead now, of those that lead elsewhere: links of another product may depend on them. */
async function targetsOf(ctx: CallerCtx, plans: readonly Plan[]) {
  const hosts = plans.flatMap(({ status, host }) => (status === "new" && host ? [host] : []));
  const next = hosts.values();
  const found = new Map<string, { target: string; product: string | null }>();
  const ours = cnameTarget(ctx);
  const work = async (): Promise<void> => {
    for (const host of next) {
      const reply = await ctx.dns.ask(host, "CNAME");
      const [record] = reply?.ok ? reply.records : [];
      if (record?.type !== "CNAME" || record.target === ours) continue;
      found.set(host, { target: record.target, product: productOf(record.target) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(ctx.dns.atOnce, hosts.length) }, work));
  return found;
}
