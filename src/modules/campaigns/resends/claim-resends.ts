import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { isItsHour } from "#modules/campaigns/rules/leaving/ask.ts";
import { isListBehind } from "#modules/leads/install-suppressions/copy-list.ts";
import type { SendId } from "#platform/rules/ids.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { allocate } from "#modules/campaigns/rules/sending/allocate.ts";
import { gapMs } from "#modules/mailboxes/rules/limits.ts";
import { leftOf } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { selectCampaignsById, selectReadyMailboxes } from "#modules/campaigns/claim/due-store.ts";
import { type DueCandidate, withDomains } from "#modules/campaigns/claim/due-work.ts";
import { claimChosen, endOver } from "#modules/delivery/engine/claim.ts";
import { delayDue } from "#modules/delivery/engine/moves.ts";
import { productsBehind } from "#modules/campaigns/claim/may-be-written.ts";
import { resendKind } from "./kind.ts";
import { selectDueResends } from "./resend-store.ts";
import { remainingCapacity } from "#modules/campaigns/claim/capacity.ts";
import { toClaims } from "#modules/campaigns/claim/to-claims.ts";

/** Looked at in one tick: people ask for these one by one. */
const RESENDS_PER_TICK = 200;
/** Outside its sending hours, where its day is full, or where news of its lead wait to be stored. */
const DELAY_MS = 5 * MINUTE_MS;

type DueResend = Awaited<ReturnType<typeof selectDueResends>>[number];

/**
 * The tick's work for mails that somebody asked to be sent again: claims what may leave now, within
 * the hours and limits of its campaign and mailbox like any other mail, and wakes its transmission.
 * What was settled meanwhile, or may not be sent any more, ends. Any number may run at once.
 */
export async function claimDueResends(deps: Deps): Promise<void> {
  await endOver(deps, resendKind);
  const due = await selectDueResends(deps.db, deps.now(), RESENDS_PER_TICK);
  if (due.length === 0 || (await isListBehind(deps))) return;
  for (const [workspaceId, resends] of Map.groupBy(due, (resend) => resend.workspaceId)) {
    await claim(inWorkspace(deps, workspaceId), resends);
  }
}

const idOf = ({ id }: { readonly id: SendId }): SendId => id;

async function claim(ctx: WorkspaceCtx, due: readonly DueResend[]): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const rows = await selectCampaignsById(db, workspaceId, [
    ...new Set(due.map((resend) => resend.campaignId)),
  ]);
  const campaigns = new Map(rows.map((row) => [row.id, row]));
  const behind = await productsBehind(ctx);
  const isNow = ({ campaignId, timezone }: DueResend): boolean => {
    if (behind(workspaceId, campaignId) !== null) return false;
    const campaign = campaigns.get(campaignId);
    const schedule = campaign && scheduleFor(campaign.schedule, timezone);
    return schedule !== undefined && isItsHour({ now, schedule });
  };
  const ready = await selectReadyMailboxes(db, workspaceId, [...campaigns.keys()], now);
  const today = await remainingCapacity(ctx, rows, ready);
  const candidates = due.filter(isNow).map(candidateOf);
  const rooms = await withDomains(ctx, today, campaigns, candidates);
  const { assigned, deferred } = allocate(today.mailboxes, rooms, candidates, leftOf(today.month));
  const full = new Set(ready.map(idOfMailbox));
  for (const mailbox of today.mailboxes) full.delete(mailbox.id);
  const late = [
    ...due
      .filter((resend) => !isNow(resend) || full.has(resend.mailboxId) || leftOf(today.month) === 0)
      .map(idOf),
    ...deferred.flatMap(({ candidate }) => candidate.sendId ?? []),
  ];

  const mailboxRows = new Map(ready.map((mailbox) => [mailbox.id, mailbox]));
  const { repeated } = toClaims(ctx, { ...today, campaigns, mailboxRows, paces: null }, assigned);
  const gaps = [...new Set(assigned.map((a) => a.mailboxId))].map((mailboxId) => {
    const mailbox = mailboxRows.get(mailboxId);
    return { mailboxId, until: later(now, mailbox ? gapMs(mailbox, Math.random()) : 0) };
  });
  const until = later(now, DELAY_MS);
  const waiting = late.map((id) => ({ id, until }));
  await claimChosen(ctx, resendKind, {
    claim: { lease: crypto.randomUUID(), now },
    chosen: repeated,
    gaps,
    inserts: [delayDue(db, resendKind, workspaceId, waiting, now)],
    alongside: [],
  });
}

const idOfMailbox = <T>({ id }: { readonly id: T }): T => id;

/** Counted as a new lead when it was first tried. */
const candidateOf = (resend: DueResend): DueCandidate => ({
  campaignId: resend.campaignId,
  mailboxId: resend.mailboxId,
  sendId: resend.id,
  isFirst: false,
  enrolmentId: resend.enrolmentId,
  domain: domainOf(resend.toEmail),
  provider: null,
  timezone: resend.timezone,
  enrolment: null,
  next: null,
});
