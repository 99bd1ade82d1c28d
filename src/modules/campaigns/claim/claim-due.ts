import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isListBehind } from "#modules/leads/install-suppressions/copy-list.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { hourFrom, isItsHour } from "#modules/campaigns/rules/leaving/ask.ts";
import { nextDay, nextOpening } from "#platform/rules/schedule.ts";
import { type CampaignId, type UnixMs, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import {
  allocate,
  type Assignment,
  type Deferral,
} from "#modules/campaigns/rules/sending/allocate.ts";
import { gapMs } from "#modules/mailboxes/rules/limits.ts";
import {
  ESP_WAIT_MS,
  LEAD_CLOCK_MS,
  leftOf,
} from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { later } from "#platform/rules/time.ts";
import { claimChosen } from "#modules/delivery/engine/claim.ts";
import { delayDue, skipQueued } from "#modules/delivery/engine/moves.ts";
import { sendKind } from "#modules/campaigns/sends/kind.ts";
import {
  deferEnrolments,
  finishDue,
  finishRetries,
  holdEnrolments,
  insertClaims,
} from "./lease-store.ts";
import { countCompleted } from "#modules/campaigns/protection/completed-store.ts";
import { openTasks } from "#modules/campaigns/tasks/new-tasks.ts";
import { dueWork, type DueCandidate, type DueWork } from "./due-work.ts";
import { selectActiveCampaigns } from "./due-store.ts";
import { productsBehind } from "./may-be-written.ts";
import { toClaims } from "./to-claims.ts";
import { begunPaces, type PacedUntil, pacedUntil } from "./paced.ts";
import { PACE_LOOK_MS } from "#modules/campaigns/rules/pacing/pace.ts";
import { paceLeft } from "#modules/campaigns/rules/pacing/paces.ts";

/** Claims in one batch: a JSON parameter well below a megabyte. */
const CLAIMS_PER_BATCH = 500;

/**
 * The tick's main work: claims what may leave now, in every workspace, and wakes the transmission
 * of each group. Any number may run at once: a claim is one batch that re-checks state, gap and
 * limits, and the key (campaign, lead, step) lets nothing be claimed twice.
 */
export async function claimDueSends(deps: Deps): Promise<void> {
  const now = deps.now();
  const campaigns = await selectActiveCampaigns(deps.db);
  const open = campaigns.filter(
    ({ schedule }) => schedule.use_lead_timezone || isItsHour({ now, schedule }),
  );
  if (open.length === 0 || (await isListBehind(deps))) return;
  const behind = await productsBehind(deps);
  const ready = open.filter((campaign) => behind(campaign.workspaceId, campaign.id) === null);
  for (const [workspaceId, group] of byWorkspace(ready)) {
    const ctx = inWorkspace(deps, workspaceId);
    const work = await dueWork(ctx, group);
    if (work) await claim(ctx, work);
  }
}

/** Claims in one workspace: a group a batch; before, those end or step aside that get nothing now. */
async function claim(ctx: WorkspaceCtx, work: DueWork): Promise<void> {
  const { assigned, deferred } = shareOut(work, ctx.now());
  const untilOf = await pacedUntil(ctx, work, assigned, deferred);
  await runBatch(ctx.db, [
    ...(work.ended.length > 0 ? endStatements(ctx, work) : []),
    ...deferStatements(ctx, work, deferred, untilOf),
  ]);
  await openTasks(ctx, work.tasks);
  // Those of a mailbox go together, so that its password is opened once for all of them.
  const byMailbox = assigned.toSorted((a, b) => a.mailboxId - b.mailboxId);
  for (let i = 0; i < byMailbox.length; i += CLAIMS_PER_BATCH) {
    await claimGroup(ctx, work, byMailbox.slice(i, i + CLAIMS_PER_BATCH));
  }
}

/** Who of those due gets which mailbox now, within every limit. */
export function shareOut(work: DueWork, now: UnixMs) {
  const { mailboxes, rooms, candidates, month, paces } = work;
  return allocate(
    mailboxes,
    rooms,
    candidates,
    leftOf(month),
    paces && ((domain, group) => paceLeft(paces, domain, group, now)),
  );
}

type Around = {
  readonly before: readonly Statement[];
  readonly after: (lease: string) => readonly Statement[];
};

/**
 * Claims a group under one lease: what is tried for the first time by writing it, the rest by its row.
 * `around`: what changes in the same batch, before and after that.
 */
export async function claimGroup(
  ctx: WorkspaceCtx,
  work: DueWork,
  assigned: readonly Assignment<DueCandidate>[],
  around: Around = { before: [], after: () => [] },
): Promise<void> {
  const { db, workspaceId } = ctx;
  const claim = { lease: crypto.randomUUID(), now: ctx.now() };
  const { fresh, repeated } = toClaims(ctx, work, assigned);
  const gaps = [...new Set(assigned.map((a) => a.mailboxId))].map((mailboxId) => {
    const mailbox = work.mailboxRows.get(mailboxId);
    return { mailboxId, until: later(claim.now, mailbox ? gapMs(mailbox, Math.random()) : 0) };
  });
  await claimChosen(ctx, sendKind, {
    claim,
    chosen: repeated,
    gaps,
    inserts: [
      ...around.before,
      ...(fresh.length > 0 ? [insertClaims(db, workspaceId, claim, fresh)] : []),
      ...begunPaces(ctx, work, assigned),
    ],
    alongside: [holdEnrolments(db, workspaceId, claim.lease), ...around.after(claim.lease)],
  });
}

function endStatements(ctx: WorkspaceCtx, { ended }: DueWork): Statement[] {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const completed = ended.filter((e) => e.status === "completed").map((e) => e.enrolmentId);
  const retries = ended.flatMap(({ sendId, status, ...e }) =>
    sendId === null || status === "completed" ? [] : [{ ...e, sendId, status }],
  );
  const skipped = retries.map(({ sendId, status, reason }) => ({
    id: sendId,
    reason: reason ?? status,
  }));
  return [
    countCompleted(db, workspaceId, { ids: completed, place: "due" }, now),
    finishDue(
      db,
      workspaceId,
      ended.filter(({ sendId }) => sendId === null),
      now,
    ),
    ...(retries.length > 0
      ? [
          finishRetries(db, workspaceId, retries, now),
          skipQueued(db, sendKind, workspaceId, skipped, now),
        ]
      : []),
  ];
}

/** Lets those behind pass; what a limit of the day keeps back is due again when the next day opens. */
function deferStatements(
  { db, workspaceId, now }: WorkspaceCtx,
  { campaigns, closed, late }: DueWork,
  deferred: readonly Deferral<DueCandidate>[],
  pacedUntilOf: PacedUntil,
): Statement[] {
  if (deferred.length + closed.length + late.length === 0) return [];
  const at = now();
  const scheduleOf = ({ campaignId, timezone }: DueCandidate) => {
    const campaign = campaigns.get(campaignId);
    return campaign && scheduleFor(campaign.schedule, timezone);
  };
  const wakes = deferred.flatMap(({ candidate, reason }) => {
    const schedule = scheduleOf(candidate);
    const zone = campaigns.get(candidate.campaignId)?.schedule.timezone;
    if (!schedule) return [];
    if (reason === "provider_limit") {
      const free = pacedUntilOf(candidate);
      const until = free === null ? later(at, PACE_LOOK_MS) : (nextOpening(schedule, free) ?? free);
      return until <= at ? [] : [{ candidate, until }];
    }
    const until = reason === "domain_limit" ? nextDay(schedule, at, zone) : later(at, ESP_WAIT_MS);
    return [{ candidate, until }];
  });
  wakes.push(...late);
  for (const candidate of closed) {
    const schedule = scheduleOf(candidate);
    const opens = (schedule && hourFrom({ now: at, schedule })) ?? at + LEAD_CLOCK_MS;
    wakes.push({ candidate, until: unixMs(Math.min(opens, at + LEAD_CLOCK_MS)) });
  }
  const sends = wakes.flatMap(({ candidate: { sendId }, until }) =>
    sendId === null ? [] : [{ id: sendId, until }],
  );
  const enrolments = wakes.flatMap(({ candidate: { sendId, enrolmentId }, until }) =>
    sendId === null ? [{ id: enrolmentId, until }] : [],
  );
  return [
    ...(enrolments.length > 0 ? [deferEnrolments(db, workspaceId, enrolments, at)] : []),
    ...(sends.length > 0 ? [delayDue(db, sendKind, workspaceId, sends, at)] : []),
  ];
}

function byWorkspace<C extends { workspaceId: WorkspaceId; id: CampaignId }>(
  campaigns: readonly C[],
): Map<WorkspaceId, C[]> {
  return Map.groupBy(campaigns, (c) => c.workspaceId);
}
