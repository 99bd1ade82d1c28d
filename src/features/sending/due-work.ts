import type { WorkspaceCtx } from "#core/ctx.ts";
import { localDay } from "#domain/campaigns/schedule.ts";
import type { CampaignId, EnrolmentId, MailboxId, SendId } from "#domain/ids.ts";
import type { Candidate, CampaignRoom, ReadyMailbox } from "#domain/sending/allocate.ts";
import { effectiveDailyLimit, MAX_BURST } from "#domain/sending/limits.ts";
import { suppressedAmong } from "#features/suppressions/suppress.ts";
import {
  type ActiveCampaign,
  type DueEnrolment,
  type ReadyMailboxRow,
  selectDueAgain,
  selectDueFollowUps,
  selectDueNewLeads,
  selectEnrolments,
  selectReadyMailboxes,
  selectSteps,
  selectUsage,
  slotName,
  type StepRow,
  type UsageSlot,
} from "./due-store.ts";

/** A follow-up or a first mail, with the step that comes next. */
export type DueCandidate = Candidate & {
  readonly enrolment: DueEnrolment | null;
  readonly next: { readonly row: StepRow; readonly step: number } | null;
};

export type DueWork = {
  readonly campaigns: ReadonlyMap<CampaignId, ActiveCampaign>;
  readonly mailboxRows: ReadonlyMap<MailboxId, ReadyMailboxRow>;
  readonly mailboxes: readonly ReadyMailbox[];
  readonly rooms: ReadonlyMap<CampaignId, CampaignRoom>;
  readonly candidates: readonly DueCandidate[];
  /** Due, but nothing may or need be sent. */
  readonly ended: readonly {
    enrolmentId: EnrolmentId;
    status: "skipped" | "completed" | "bounced" | "unsubscribed";
    reason: string | null;
  }[];
  readonly dayOfMailbox: (id: MailboxId) => string;
  readonly dayOfCampaign: (id: CampaignId) => string;
};

/** Everything due in these open campaigns of one workspace; null when no mailbox is ready or nothing waits. */
export async function dueWork(
  ctx: WorkspaceCtx,
  open: readonly ActiveCampaign[],
): Promise<DueWork | null> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const campaignIds = open.map((c) => c.id);
  const ready = await selectReadyMailboxes(db, workspaceId, campaignIds, now);
  if (ready.length === 0) return null;

  const campaigns = new Map(open.map((c) => [c.id, c]));
  const mailboxRows = new Map(ready.map((m) => [m.id, m]));
  const dayOfMailbox = (id: MailboxId) => localDay(mailboxRows.get(id)?.timezone ?? "UTC", now);
  const dayOfCampaign = (id: CampaignId) =>
    localDay(campaigns.get(id)?.schedule.timezone ?? "UTC", now);
  const slot = (scope: UsageSlot["scope"], id: number, day: string): UsageSlot => ({
    workspaceId,
    scope,
    key: String(id),
    day,
  });
  const used = await selectUsage(db, [
    ...[...mailboxRows.keys()].map((id) => slot("mailbox", id, dayOfMailbox(id))),
    ...campaignIds.flatMap((id) => [
      slot("campaign", id, dayOfCampaign(id)),
      slot("campaign_new", id, dayOfCampaign(id)),
    ]),
  ]);
  const usedOf = (s: UsageSlot): number => used.get(slotName(s)) ?? 0;

  const mailboxes = [...mailboxRows.values()].map((m) => ({
    id: m.id,
    capacity: Math.max(
      0,
      Math.min(
        m.minGapSeconds + m.gapJitterSeconds === 0 ? MAX_BURST : 1,
        effectiveDailyLimit(m, now) - usedOf(slot("mailbox", m.id, dayOfMailbox(m.id))),
      ),
    ),
  }));
  const withRoom = mailboxes.filter((m) => m.capacity > 0);
  if (withRoom.length === 0) return null;

  const rooms = new Map<CampaignId, CampaignRoom>();
  for (const c of open) {
    const day = dayOfCampaign(c.id);
    rooms.set(c.id, {
      mailboxIds: ready.filter((m) => m.campaignId === c.id).map((m) => m.id),
      remaining: c.dailyLimit === null ? null : c.dailyLimit - usedOf(slot("campaign", c.id, day)),
      remainingNew:
        c.maxNewLeadsPerDay === 0
          ? null
          : c.maxNewLeadsPerDay - usedOf(slot("campaign_new", c.id, day)),
      prioritizeNewLeads: c.prioritizeNewLeads,
    });
  }

  const capacity = new Map(withRoom.map((m) => [m.id, m.capacity]));
  const mailboxIds = [...capacity.keys()];
  const all = withRoom.reduce((sum, m) => sum + m.capacity, 0);
  const [again, followUps, newLeads, steps] = await Promise.all([
    selectDueAgain(db, workspaceId, { mailboxIds, campaignIds, now }, all),
    selectDueFollowUps(
      db,
      workspaceId,
      ready
        .filter((m) => capacity.has(m.id))
        .map((m) => ({ mailboxId: m.id, campaignId: m.campaignId })),
      now,
      MAX_BURST,
    ),
    selectDueNewLeads(db, workspaceId, campaignIds, now, all),
    selectSteps(db, workspaceId, campaignIds),
  ]);
  const enrolments = await selectEnrolments(
    db,
    workspaceId,
    [...followUps, ...newLeads],
    campaignIds,
  );
  const suppressed = await suppressedAmong(
    ctx,
    enrolments.map((e) => e.email),
  );

  const candidates: DueCandidate[] = again.map((a) => ({ ...a, enrolment: null, next: null }));
  const ended: DueWork["ended"][number][] = [];
  for (const e of enrolments) {
    const verdict = judge(e, campaigns.get(e.campaignId), steps, suppressed);
    if ("status" in verdict) ended.push({ enrolmentId: e.enrolmentId, ...verdict });
    else candidates.push({ ...bare(e), enrolment: e, next: verdict });
  }
  if (candidates.length === 0 && ended.length === 0) return null;
  return {
    campaigns,
    mailboxRows,
    mailboxes: withRoom,
    rooms,
    candidates,
    ended,
    dayOfMailbox,
    dayOfCampaign,
  };
}

const bare = (e: DueEnrolment): Candidate => ({
  campaignId: e.campaignId,
  mailboxId: e.mailboxId,
  sendId: null as SendId | null,
  enrolmentId: e.enrolmentId,
});

/** The next step of a due enrolment, or why it ends here. */
function judge(
  e: DueEnrolment,
  campaign: ActiveCampaign | undefined,
  steps: readonly StepRow[],
  suppressed: ReadonlySet<string>,
):
  | { row: StepRow; step: number }
  | { status: "skipped" | "completed" | "bounced" | "unsubscribed"; reason: string | null } {
  if (e.unsubscribedAt !== null) return { status: "unsubscribed", reason: null };
  if (e.bouncedAt !== null) return { status: "bounced", reason: null };
  if (suppressed.has(e.email)) return { status: "skipped", reason: "suppressed" };
  if (e.validationStatus === "invalid") return { status: "skipped", reason: "invalid" };
  if (e.validationStatus === "risky" && campaign?.allowRisky === false) {
    return { status: "skipped", reason: "risky_blocked" };
  }
  const sent = new Set(JSON.parse(e.sentSteps) as number[]);
  const own = steps.filter((s) => s.campaignId === e.campaignId);
  const index = own.findIndex((s) => s.position > e.currentStep && !sent.has(s.id));
  const row = own[index];
  return row ? { row, step: row.position } : { status: "completed", reason: null };
}
