import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import { agreed } from "#platform/rules/dns/agree.ts";
import { checkCname, checkOwner } from "#modules/links/rules/check-cname.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { asId, type SendId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { nextState, type Ssl } from "#modules/links/rules/host-state.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { unsubscribeUrl } from "#modules/links/rules/urls.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
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
const PROBE_TIMEOUT_MS = 10_000;
/** No send has this id, so the page that answers does nothing for anybody. */
const NO_SEND = asId<SendId>(0);

/** Sweep: wakes the checks of tracking hosts that are due. */
export async function wakeHostChecks(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const workspaceId of await takeDueHosts(
    deps.install,
    now,
    later(now, LEASE_MS),
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
      ? await probe(ctx, row)
      : ("pending" as const);
  const now = ctx.now();
  const next = nextState(row, { cname: cname.status, owner: owner.status, ssl }, now);
  const isLost = row.status === "verified" && next.status === "failed";
  // Reported first: after an end in between the next check tells it again, under the same name.
  if (isLost && (await unchangedSinceChecked(ctx.install, row))) await tellOfLoss(ctx, row);
  await settleCheck(ctx.install, row, {
    ...next,
    found: { cname, owner },
    // Trouble says nothing new about the certificate.
    ssl: ssl === "pending" && row.status === "verified" ? row.ssl : ssl,
    checkedAt: now,
    verifiedAt: next.status === "verified" ? (row.verifiedAt ?? now) : row.verifiedAt,
  });
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
      title: `Tracking domain ${host} no longer works`,
      message:
        "New mails link to the install itself until it is mended; links in mails that were sent lead nowhere. Verify its DNS records in the settings.",
      target: { kind: "settings", id: null },
      dedupeKey: `tracking_domain:${host}:${checkedAt}`,
    }),
  ]);
}

/** Only this install knows the page behind a token that it signed itself. */
async function probe(ctx: WorkspaceCtx, row: TrackingRow): Promise<Ssl> {
  const token = unsubscribeToken(ctx.settings.TRACKING_SECRET, ctx.workspaceId, NO_SEND);
  const answer = await ctx.egress.get({
    url: unsubscribeUrl(`https://${row.host}`, token),
    headers: { Accept: "text/html" },
    timeoutMs: PROBE_TIMEOUT_MS,
    maxBytes: 16_384,
  });
  if (!answer.ok) return answer.error === "tls" ? "failed" : "pending";
  const { status, body } = answer.reply;
  return status === 200 && body.includes('<form method="post">') ? "active" : "failed";
}
