import type { Explanation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay, nextLocalDay } from "#platform/rules/schedule.ts";
import { labelOf } from "#modules/campaigns/rules/variants.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import type { DayLimit, TurnFacts } from "#modules/campaigns/rules/leaving/facts.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, LeadId, MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { explainLead, type LeadVerdict } from "#modules/campaigns/rules/sending/explain.ts";
import { firstSender } from "#modules/campaigns/rules/sending/first-sender.ts";
import { effectiveDailyLimit, refillOf } from "#modules/mailboxes/rules/limits.ts";
import { campaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import {
  mayServe,
  preferUntil,
  recipientProvider,
  senderProvider,
} from "#modules/mailboxes/rules/provider.ts";
import { isSample, isSampleDomain } from "#platform/rules/mail/sandbox.ts";
import { isoOrNull, nextUtcMonth } from "#platform/rules/time.ts";
import { quotasOf } from "#modules/accounts/workspaces/quotas.ts";
import { mailsOfMonth } from "#modules/campaigns/claim/mails-of-month.ts";
import { daysSent } from "#modules/campaigns/claim/days-sent.ts";
import { nextStep } from "#modules/campaigns/steps/find-step.ts";
import type { Written } from "#modules/campaigns/words/write-copy.ts";
import { leadFactsOf, vetoesOn } from "#modules/campaigns/enrolments/vetoes.ts";
import { draftMail } from "#modules/campaigns/drafts/draft-mail.ts";
import { domainOfSender, groupsOf, loadPacing } from "#modules/campaigns/pacing/load-pacing.ts";
import { paceLimit } from "#modules/campaigns/rules/pacing/pace.ts";
import { dayOf } from "#modules/campaigns/rules/pacing/paces.ts";
import { rulesOn } from "#modules/campaigns/follow-ups/explain-rules.ts";
import { foresee } from "./foresee.ts";
import {
  countAhead,
  type Explained,
  selectExplained,
  selectLatestSend,
  selectOpenTask,
} from "./explain-store.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import {
  type CampaignMailbox,
  selectCampaignMailboxes,
} from "#modules/campaigns/status/mailboxes-store.ts";
import { productsBehind, workspaceFacts } from "#modules/campaigns/claim/may-be-written.ts";
import { selectUsed } from "#modules/campaigns/status/status-store.ts";
import { selectStepsOfCampaign, type StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Leads in front are counted so far and no further. */
const AHEAD_BOUND = 1_000;

/**
 * Why one lead gets its next mail when: the step, the earliest time, the rule that decides, and
 * what each rule says. Changes nothing; two readings of the same state agree. Throws `not_found`.
 */
export async function explain(
  ctx: WorkspaceCtx,
  id: CampaignId,
  leadId: LeadId,
): Promise<Explanation> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const place = await selectExplained(db, workspaceId, id, leadId);
  if (!place) throw notFound("lead in this campaign");
  const [workspace, behind, steps, mailboxes, send, vetoes] = await Promise.all([
    workspaceFacts(ctx),
    productsBehind(ctx),
    selectStepsOfCampaign(db, workspaceId, id),
    selectCampaignMailboxes(db, workspaceId, id),
    selectLatestSend(db, workspaceId, place.enrolmentId),
    vetoesOn(ctx, [place], () => campaign),
  ]);
  const pending = send && ["queued", "leased", "sending"].includes(send.state) ? send : null;
  const step = stepOf(place, steps, pending?.stepId ?? null);
  const own = mailboxes.filter((m) => place.mailboxId === null || m.id === place.mailboxId);
  const task = await taskOf(ctx, place, steps, step);
  const written =
    step === null || step.task !== null
      ? null
      : await draftMail(ctx, id, { leadId, stepId: step.id });
  const isOpen = place.status === "pending" || place.status === "in_progress";
  const isPlanned = isOpen || (place.status === "paused" && place.heldUntil !== null);
  const foreseen =
    campaign.status === "active" && isPlanned
      ? await foresee(ctx, { campaignId: id, enrolmentId: place.enrolmentId })
      : null;
  const ahead =
    place.nextSendAt === null || !isOpen
      ? 0
      : await countAhead(
          db,
          workspaceId,
          {
            ...place,
            status: place.status === "pending" ? "pending" : "in_progress",
            nextSendAt: place.nextSendAt,
          },
          AHEAD_BOUND,
        );
  const turn = await turnOf(ctx, campaign, place, {
    own,
    send,
    isFirstInLine: ahead === 0,
    notBefore: vetoes.firstContact.get(place.email) ?? null,
  });
  const verdict = explainLead({
    ...turn.facts,
    workspace,
    campaign,
    behindMove: behind(workspaceId, id),
    enrolment: place,
    lead: leadFactsOf(place, vetoes),
    wishes: campaign,
    hasStep: step !== null || task !== null,
    task,
    missing: written?.missing ?? [],
    templateError: written ? brokenBy(written.written) : null,
    send,
    ahead: { bound: AHEAD_BOUND, count: ahead },
    foreseen: foreseen && { at: foreseen.mail.at, heldBy: foreseen.heldBy },
  });
  const isStopped = verdict.rules.some(({ blocks, until }) => blocks && until === null);
  const sender = isStopped ? turn.sender : (foreseen?.mail.mailboxId ?? turn.sender);
  return {
    ...present(
      campaign,
      leadId,
      place,
      task?.step ?? step,
      verdict,
      own.find((m) => m.id === sender),
    ),
    follow_ups: await rulesOn(ctx, id, leadId, place),
  };
}

/** The task at which a lead waits, or that comes next. */
async function taskOf(
  ctx: WorkspaceCtx,
  place: Explained,
  steps: readonly StepRow[],
  next: StepRow | null,
): Promise<{ step: StepRow; position: number; kind: string; isOpen: boolean } | null> {
  const open = await selectOpenTask(ctx.db, ctx.workspaceId, place.enrolmentId);
  const step = steps.find(({ id }) => id === open) ?? (next?.task ? next : null);
  if (!step?.task) return null;
  return { step, position: step.position, kind: step.task.kind, isOpen: open !== null };
}

const brokenBy = (written: Written): string | null =>
  !written.ok && written.reason === "template_error" ? written.detail : null;

/** The step that is on its way or waits for another try, else the one that comes next. */
function stepOf(
  place: Explained,
  steps: readonly StepRow[],
  pendingId: number | null,
): StepRow | null {
  const pending = steps.find((s) => s.id === pendingId);
  const isOver = !["pending", "in_progress", "paused"].includes(place.status);
  return pending ?? (isOver ? null : (nextStep(place, steps)?.row ?? null));
}

/** What its turn depends on, and the mailbox that could send first. */
async function turnOf(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  place: Explained,
  known: {
    /** Its own mailbox, or all of the campaign while it has none. */
    readonly own: readonly CampaignMailbox[];
    readonly send: Awaited<ReturnType<typeof selectLatestSend>>;
    readonly isFirstInLine: boolean;
    readonly notBefore: UnixMs | null;
  },
): Promise<{ readonly facts: TurnFacts; readonly sender: MailboxId | null }> {
  const now = ctx.now();
  const { own, send } = known;
  const { maxNewLeadsPerDay: newLimit, maxPerDomainPerDay: domainLimit, espMatch } = campaign;
  const dayZone = campaign.schedule.timezone;
  const paces = await loadPacing(
    ctx,
    own.map((m) => m.email),
  );
  const group = paces ? (await groupsOf(ctx, [place]))(place) : null;
  const [used, sentOn, quotas, ofMonth] = await Promise.all([
    selectUsed(
      ctx.db,
      ctx.workspaceId,
      {
        id: campaign.id,
        day: localDay(dayZone, now),
        domains: domainLimit > 0 ? [place.domain] : [],
      },
      own.map((m) => ({ id: m.id, day: localDay(m.timezone ?? "UTC", now) })),
    ),
    daysSent(ctx, [campaign]),
    quotasOf(ctx),
    mailsOfMonth(ctx),
  ]);
  const isFresh = place.mailboxId === null;
  const provider = recipientProvider(place.provider);
  const schedule = scheduleFor(campaign.schedule, place.timezone);
  const senders = own.map((m) => ({
    id: m.id,
    email: m.email,
    status: m.status,
    provider: senderProvider(m.smtpHost),
    limit: effectiveDailyLimit(m, now),
    used: used.mailboxes.get(m.id) ?? 0,
    refillsAt: refillOf(m, nextLocalDay(m.timezone ?? "UTC", now), now),
    // A gap that is over does not matter any more, so that it cannot move an answer.
    freeAt: m.nextSendAt !== null && m.nextSendAt > now ? m.nextSendAt : now,
    pace: dayOf(paces, domainOfSender(m.email), group, now),
  }));
  const active = senders.filter(({ status }) => status === "active");
  const isSuited = (m: { readonly email: string }) =>
    isSample(m.email) === isSampleDomain(place.domain);
  const suited = active.filter(isSuited);
  const able = suited.filter((m) => !isFresh || mayServe(espMatch, provider, m.provider));
  const isAwaited = isFresh && espMatch === "prefer" && known.isFirstInLine;
  const until = preferUntil(schedule, place.nextSendAt ?? now);
  const first = firstSender(able, isAwaited && provider !== null ? { provider, until } : null);
  const sender = first ?? (isFresh ? null : (senders[0] ?? null));
  const pace = sender?.pace ?? null;
  const today = campaignDay(campaign, sentOn(campaign.id));
  const refillsAt = nextLocalDay(dayZone, now);
  const limitOf = (limit: number | null, taken: number): DayLimit | null =>
    limit === null || limit === 0 ? null : { limit, used: taken, refillsAt };
  const queued = send?.state === "queued" ? send : null;
  const isPaused = place.status === "paused";
  return {
    sender: sender?.id ?? null,
    facts: {
      now,
      schedule,
      domain: place.domain,
      group,
      provider,
      match: espMatch,
      isFirst: place.currentStep === 0,
      senders: {
        isTied: !isFresh,
        assigned: own.length,
        active: active.length,
        serve: able.length > 0,
        areOther: senders.length > 0 && !(active.length > 0 ? active : senders).some(isSuited),
        named: own.map((m) => `${m.email} (${m.status})`).join(", "),
      },
      sender,
      waits: {
        ...(isPaused ? { paused: place.heldUntil } : {}),
        ...(!isPaused && place.heldUntil !== null ? { held: place.heldUntil } : {}),
        ...(known.notBefore === null ? {} : { first_contact: known.notBefore }),
        ...(queued ? { retry: queued.dueAt } : {}),
        ...(!queued && place.nextSendAt !== null ? { delay: place.nextSendAt } : {}),
        ...(pace?.heldUntil ? { provider_hold: pace.heldUntil } : {}),
      },
      triedStep: queued?.step ?? null,
      limits: {
        quota_reached:
          quotas.mails_month === null
            ? null
            : { limit: quotas.mails_month, used: ofMonth, refillsAt: nextUtcMonth(now) },
        domain_limit: limitOf(domainLimit, used.domains.get(place.domain) ?? 0),
        provider_limit: paceLimit(pace, now),
        campaign_day_limit:
          today.limit === null
            ? null
            : { limit: today.limit, used: used.campaign, refillsAt, byRamp: today.byRamp },
        new_lead_limit: limitOf(newLimit, used.fresh),
        mailbox_day_limit: sender,
      },
    },
  };
}

function present(
  campaign: CampaignRow,
  leadId: LeadId,
  place: Explained,
  step: StepRow | null,
  verdict: LeadVerdict,
  mailbox: CampaignMailbox | undefined,
): Omit<Explanation, "follow_ups"> {
  return {
    lead_id: leadId,
    campaign_id: campaign.id,
    email: place.email,
    status: place.status,
    skip_reason: place.skipReason,
    next_step: step && { id: step.id, position: step.position, variant: labelOf(step, leadId) },
    mailbox: mailbox
      ? {
          mailbox_id: mailbox.id,
          email: mailbox.email,
          name: mailbox.fromName,
          sticky: place.mailboxId !== null,
        }
      : null,
    earliest_at: isoOrNull(verdict.earliestAt),
    decided_by: verdict.decidedBy,
    message: verdict.detail,
    rules: verdict.rules.map(({ rule, blocks, until, detail }) => ({
      rule,
      blocks,
      until: isoOrNull(until),
      detail,
    })),
  };
}
