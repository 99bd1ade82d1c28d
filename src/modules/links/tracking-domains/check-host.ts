import { phrase } from "#platform/words/phrase.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import { agreed } from "#platform/rules/dns/agree.ts";
import { checkCname, checkOwner } from "#modules/links/rules/check-cname.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { afterCheck } from "#modules/links/rules/host-state.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { probeHost } from "#modules/links/own-hosts/probe-host.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import { trackingRecords } from "./records.ts";
import {
  selectOwn,
  settleCheck,
  unchangedSinceChecked,
  takeDueHosts,
  type TrackingRow,
} from "./store.ts";

const LEASE_MS = 5 * MINUTE_MS;
const HOSTS_AT_ONCE = 10;

/** Sweep: wakes the checks of tracking hosts that are due. */
export async function wakeHostChecks(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const workspaceId of await takeDueHosts(
    deps.install,
    trackingDomains,
    { now, until: later(now, LEASE_MS) },
    HOSTS_AT_ONCE,
  )) {
    await deps.queue.send({ type: "tracking_host.check.v1", workspaceId });
  }
}

/** Job `tracking_host.check.v1`: looks whether the workspace's tracking host may carry its links. */
export async function checkHostJob(ctx: WorkspaceCtx): Promise<Outcome> {
  const row = await selectOwn(ctx.install, ctx.workspaceId);
  if (row) await checkHost(ctx, row);
  return done;
}

/**
 * Asks DNS for the two records and https for our own page, and stores the host's state. If a host
 * with links fails, links use the install's own host again and the operator is notified.
 */
export async function checkHost(ctx: WorkspaceCtx, row: TrackingRow): Promise<RecordCheck[]> {
  const expected = trackingRecords(ctx, row);
  const { resolvers } = ctx.dns;
  const [cnames, owners] = await Promise.all([
    Promise.all(resolvers.map((ask) => checkCname(ask, row.host, expected.cname.expected))),
    Promise.all(
      resolvers.map((ask) => checkOwner(ask, expected.owner.host, expected.owner.expected)),
    ),
  ]);
  const cname = agreed(cnames);
  const owner = agreed(owners);
  const ssl =
    cname.status === "pass" && owner.status === "pass"
      ? await probeHost(ctx, `https://${row.host}`)
      : ("pending" as const);
  const records = [cname.status, owner.status];
  const next = afterCheck(row, { records, ssl }, ctx.now());
  const isLost = row.status === "verified" && next.status === "failed";
  // Reported first: after an end in between the next check tells it again, under the same name.
  if (isLost && (await unchangedSinceChecked(ctx.install, row))) await tellOfLoss(ctx, row);
  await settleCheck(ctx.install, row, { ...next, found: { cname, owner } });
  return [
    { ...cname, ...expected.cname },
    { ...owner, ...expected.owner },
  ];
}

async function tellOfLoss(ctx: WorkspaceCtx, { host, checkedAt }: TrackingRow): Promise<void> {
  await runBatch(ctx.db, [
    noticeStatement(ctx, {
      kind: "tracking_domain_failed",
      severity: "warning",
      title: phrase("Tracking domain {host} no longer works", { host }),
      message: phrase(
        "New mails link to the install itself until it is mended; links in mails that were sent lead nowhere. Verify its DNS records in the settings.",
      ),
      target: { kind: "settings", id: null },
      dedupeKey: `tracking_domain:${host}:${checkedAt}`,
    }),
  ]);
}
