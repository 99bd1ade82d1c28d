import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { isItsHour } from "#modules/campaigns/rules/leaving/ask.ts";
import type { LeadEnd } from "#modules/campaigns/rules/leaving/rule.ts";
import { PLACE_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import type { CampaignId, EnrolmentId, MailboxId, SendId, UnixMs } from "#platform/rules/ids.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import type { Candidate, CampaignRoom } from "#modules/campaigns/rules/sending/allocate.ts";
import { PREFER_WAIT_MS } from "#modules/mailboxes/rules/provider.ts";
import {
  domainKey,
  leftOf,
  LOOK_AHEAD,
  LOOK_AROUND,
} from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { preferUntil, recipientProvider } from "#modules/mailboxes/rules/provider.ts";
import { later } from "#platform/rules/time.ts";
import {
  type ActiveCampaign,
  type DueEnrolment,
  type ReadyMailboxRow,
  selectDueAgain,
  selectDueFollowUps,
  selectDueNewLeads,
  selectEnrolments,
  selectReadyMailboxes,
  selectRestingMailboxes,
  selectSteps,
} from "./due-store.ts";
import type { DueTask } from "#modules/campaigns/tasks/new-tasks.ts";
import { judgeDue, type Next } from "./judge.ts";
import { selectUsage, slotName, type UsageSlot } from "./capacity-store.ts";
import { type Capacity, remainingCapacity } from "./capacity.ts";
import { groupsOf, loadPacing } from "#modules/campaigns/pacing/load-pacing.ts";
import { isAnySpent, type Paces } from "#modules/campaigns/rules/pacing/paces.ts";

/** A follow-up or a first mail, with the step that comes next; or a send that is due again. */
export type DueCandidate = Candidate & {
  readonly timezone: string | null;
  readonly enrolment: DueEnrolment | null;
  readonly next: Next | null;
};

export type EndedDue = LeadEnd & {
  readonly enrolmentId: EnrolmentId;
  readonly sendId: SendId | null;
};

export type DueWork = Omit<Capacity, "rooms"> & {
  readonly campaigns: ReadonlyMap<CampaignId, ActiveCampaign>;
  /** How its sending domains stand with groups of recipients; null: nothing is paced. */
  readonly paces: Paces | null;
  readonly mailboxRows: ReadonlyMap<MailboxId, ReadyMailboxRow>;
  readonly rooms: ReadonlyMap<CampaignId, CampaignRoom>;
  readonly candidates: readonly DueCandidate[];
  /** Due, but it is not the hour where they live. */
  readonly closed: readonly DueCandidate[];
  /** Due, but the installation keeps its first mail back until then. */
  readonly late: readonly { readonly candidate: DueCandidate; readonly until: UnixMs }[];
  /** Due, but nothing may or need be sent; `sendId` where a mail waited to be tried again. */
  readonly ended: readonly EndedDue[];
  /** Due at a task, whose place the order of the steps had hidden from the sweep of tasks. */
  readonly tasks: readonly DueTask[];
};

/**
 * Everything due in these open campaigns of one workspace; null when no mailbox is ready or nothing
 * waits. With `only` this place alone, whatever its time and the hour.
 */
export async function dueWork(
  ctx: WorkspaceCtx,
  open: readonly ActiveCampaign[],
  only: EnrolmentId | null = null,
): Promise<DueWork | null> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const ready = await selectReadyMailboxes(
    db,
    workspaceId,
    open.map((c) => c.id),
    now,
  );
  if (ready.length === 0) return null;
  const preferring = open.filter((c) => c.espMatch === "prefer").map((c) => c.id);
  const resting =
    preferring.length === 0
      ? []
      : await selectRestingMailboxes(db, workspaceId, preferring, now, later(now, PREFER_WAIT_MS));
  const today = await remainingCapacity(ctx, open, ready, resting);
  const campaigns = new Map(open.flatMap((c) => (hasRoom(today, c.id) ? [[c.id, c]] : [])));
  const campaignIds = [...campaigns.keys()];
  const openToNew = campaignIds.filter((id) => (today.rooms.get(id)?.remainingNew ?? 1) > 0);
  const capacity = new Map(today.mailboxes.map((m) => [m.id, m.capacity]));
  if (capacity.size === 0 || campaignIds.length === 0 || leftOf(today.month) === 0) return null;

  const mailboxIds = [...capacity.keys()];
  const all = today.mailboxes.reduce((sum, m) => sum + m.capacity, 0);
  const pairs = ready
    .filter((m) => capacity.has(m.id) && campaigns.has(m.campaignId))
    .map((m) => ({ mailboxId: m.id, campaignId: m.campaignId }));
  const paces = await loadPacing(
    ctx,
    ready.map((m) => m.email),
  );
  const isWide = open.some((c) => c.schedule.use_lead_timezone) || isAnySpent(paces, now);
  const around = isWide ? LOOK_AROUND : LOOK_AHEAD;
  const ahead = around + resting.length;
  const most = Math.max(...capacity.values());
  const [again, followUps, newLeads, steps] = await Promise.all([
    ...(only === null
      ? ([
          selectDueAgain(db, workspaceId, { mailboxIds, campaignIds, openToNew, now }, all + ahead),
          selectDueFollowUps(db, workspaceId, pairs, now, most + ahead),
          selectDueNewLeads(db, workspaceId, campaignIds, now, all + ahead),
        ] as const)
      : ([[], [], [only]] as const)),
    selectSteps(db, workspaceId, campaignIds),
  ]);
  const withProvider = paces !== null || open.some((c) => c.espMatch !== "off");
  const due = await selectEnrolments(
    db,
    workspaceId,
    [...new Set([...again.map((send) => send.enrolmentId), ...followUps, ...newLeads])],
    campaignIds,
    withProvider,
  );
  const groupOf = paces ? await groupsOf(ctx, due) : () => null;
  const judge = await judgeDue(ctx, due, campaigns, steps);
  const dueOf = new Map(due.map((enrolment) => [enrolment.enrolmentId, enrolment]));

  const waiting: DueCandidate[] = [];
  const ended: EndedDue[] = [];
  const tasks: DueTask[] = [];
  const late: { candidate: DueCandidate; until: UnixMs }[] = [];
  const stand = (candidate: DueCandidate, until: UnixMs | null): void => {
    if (until === null) waiting.push(candidate);
    else late.push({ candidate, until });
  };
  for (const { toEmail, currentStep, ...send } of again) {
    const enrolment = dueOf.get(send.enrolmentId);
    const judged = enrolment ? judge(enrolment) : null;
    if (judged?.end)
      ended.push({ ...judged.end, enrolmentId: send.enrolmentId, sendId: send.sendId });
    else {
      const group = enrolment ? groupOf(enrolment) : null;
      stand({ ...resumed(send, toEmail, currentStep), group }, judged?.notBefore ?? null);
    }
  }
  const isTriedAgain = new Set(again.map((send) => send.enrolmentId));
  for (const enrolment of due) {
    const { enrolmentId, timezone } = enrolment;
    if (isTriedAgain.has(enrolmentId)) continue;
    const { end, next, notBefore } = judge(enrolment);
    if (end) ended.push({ ...end, enrolmentId, sendId: null });
    else if (next?.row.task) {
      tasks.push({ ...enrolment, step: { id: next.row.id, task: next.row.task } });
    } else if (!next) ended.push({ ...PLACE_RULES.no_step.ends, enrolmentId, sendId: null });
    else {
      const campaign = campaigns.get(enrolment.campaignId);
      const group = groupOf(enrolment);
      stand({ ...candidateOf(enrolment, campaign), group, timezone, enrolment, next }, notBefore);
    }
  }
  if (waiting.length + ended.length + late.length + tasks.length === 0) return null;
  const [candidates, closed] = split(waiting, ({ campaignId, timezone }) => {
    if (only !== null) return true;
    const campaign = campaigns.get(campaignId);
    return !campaign || isItsHour({ now, schedule: scheduleFor(campaign.schedule, timezone) });
  });
  return {
    ...today,
    rooms: await withDomains(ctx, today, campaigns, candidates),
    campaigns,
    paces,
    mailboxRows: new Map(ready.map((m) => [m.id, m])),
    candidates,
    closed,
    late,
    ended,
    tasks,
  };
}

/** A mail that is tried again keeps its words and its sender. */
const resumed = (
  send: Pick<DueCandidate, "enrolmentId" | "campaignId" | "mailboxId" | "sendId" | "timezone">,
  toEmail: string,
  currentStep: number,
): DueCandidate => ({
  ...send,
  isFirst: currentStep === 0,
  domain: domainOf(toEmail),
  provider: null,
  enrolment: null,
  next: null,
});

function split<T>(all: readonly T[], test: (one: T) => boolean): [yes: T[], no: T[]] {
  const groups = Map.groupBy(all, test);
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

const hasRoom = ({ rooms }: Capacity, id: CampaignId): boolean =>
  (rooms.get(id)?.remaining ?? 1) > 0;

function candidateOf(e: DueEnrolment, campaign: ActiveCampaign | undefined): Candidate {
  const provider = recipientProvider(e.provider);
  const prefers = campaign?.espMatch === "prefer" && provider !== null;
  return {
    campaignId: e.campaignId,
    mailboxId: e.mailboxId,
    sendId: null,
    isFirst: e.currentStep === 0 || e.onlyTasks === 1,
    enrolmentId: e.enrolmentId,
    domain: e.domain,
    provider,
    matchUntil:
      prefers && e.dueAt !== null
        ? preferUntil(scheduleFor(campaign.schedule, e.timezone), e.dueAt)
        : null,
  };
}

/** Adds what the day leaves for the domains of those who are due. */
export async function withDomains(
  ctx: WorkspaceCtx,
  { rooms, dayOfCampaign }: Capacity,
  campaigns: ReadonlyMap<CampaignId, ActiveCampaign>,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<CampaignId, CampaignRoom>> {
  const limitOf = (id: CampaignId) => campaigns.get(id)?.maxPerDomainPerDay ?? 0;
  const slot = (id: CampaignId, domain: string): UsageSlot => ({
    workspaceId: ctx.workspaceId,
    scope: "domain",
    key: domainKey(id, domain),
    day: dayOfCampaign(id),
  });
  const limited = candidates.filter((c) => limitOf(c.campaignId) > 0);
  const used =
    limited.length === 0
      ? new Map<string, number>()
      : await selectUsage(
          ctx.db,
          limited.map((c) => slot(c.campaignId, c.domain)),
        );
  const entries = [...rooms].map(([id, room]): [CampaignId, CampaignRoom] => {
    const limit = limitOf(id);
    const domainLeft = (domain: string) => limit - (used.get(slotName(slot(id, domain))) ?? 0);
    return [id, { ...room, domainLeft: limit === 0 ? null : domainLeft }];
  });
  return new Map(entries);
}
