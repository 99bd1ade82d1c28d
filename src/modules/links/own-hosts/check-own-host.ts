import { phrase } from "#platform/words/phrase.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { checkCname } from "#modules/links/rules/check-cname.ts";
import { afterCheck } from "#modules/links/rules/host-state.ts";
import { cnameTarget } from "#modules/links/tracking-domains/records.ts";
import { takeDueHosts } from "#modules/links/tracking-domains/store.ts";
import { workspaceHosts } from "#modules/accounts/schema/brands.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { originOfHost } from "#platform/ctx/own-host.ts";
import { runBatch } from "#platform/db/db.ts";
import { agreed } from "#platform/rules/dns/agree.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { probeHost } from "./probe-host.ts";
import { type OwnHostRow, selectOwnHost, settleOwnHost, isSameOwnHost } from "./store.ts";

const LEASE_MS = 5 * MINUTE_MS;
const HOSTS_AT_ONCE = 10;

/** Sweep: wakes the checks of workspaces' own hosts that are due. */
export async function wakeOwnHostChecks(deps: Deps): Promise<void> {
  const now = deps.now();
  const until = later(now, LEASE_MS);
  for (const workspaceId of await takeDueHosts(
    deps.install,
    workspaceHosts,
    { now, until },
    HOSTS_AT_ONCE,
  )) {
    await deps.queue.send({ type: "own_host.check.v1", workspaceId });
  }
}

/** Job `own_host.check.v1`: looks whether links to the workspace's people may lead to its host. */
export async function checkOwnHostJob(ctx: WorkspaceCtx): Promise<Outcome> {
  const row = await selectOwnHost(ctx.install, ctx.workspaceId);
  if (row) await checkOwnHost(ctx, row);
  return done;
}

/**
 * Asks DNS for the record and https for our own page, and stores the host's state. If a host with links
 * fails, links lead to the install again, since who has the name now could read their tokens, and
 * the operator is notified.
 */
export async function checkOwnHost(ctx: WorkspaceCtx, row: OwnHostRow): Promise<void> {
  const target = cnameTarget(ctx);
  const found = agreed(
    await Promise.all(ctx.dns.resolvers.map((ask) => checkCname(ask, row.host, target))),
  );
  const ssl =
    found.status === "pass"
      ? await probeHost(ctx, originOfHost(ctx.settings, row.host))
      : ("pending" as const);
  const next = afterCheck(row, { records: [found.status], ssl }, ctx.now());
  const isLost = row.status === "verified" && next.status === "failed";
  // Reported first: after an end in between the next check tells it again, under the same name.
  if (isLost && (await isSameOwnHost(ctx.install, row))) await tellOfLoss(ctx, row);
  await settleOwnHost(ctx.install, row, { ...next, found });
}

async function tellOfLoss(ctx: WorkspaceCtx, { host, checkedAt }: OwnHostRow): Promise<void> {
  await runBatch(ctx.db, [
    noticeStatement(ctx, {
      kind: "own_host_failed",
      severity: "warning",
      title: phrase("The host {host} no longer works", { host }),
      message: phrase(
        "Clients cannot sign in there, and links in emails to them lead to the address of the installation until it works again. An admin can check its DNS record and certificate in the settings, under White label.",
      ),
      target: { kind: "settings", id: null },
      dedupeKey: `own_host:${host}:${checkedAt}`,
    }),
  ]);
}
