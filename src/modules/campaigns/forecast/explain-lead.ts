import type { Explanation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { labelOf } from "#modules/campaigns/rules/variants.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, LeadId, UnixMs } from "#platform/rules/ids.ts";
import { explainLead } from "#modules/campaigns/rules/sending/explain.ts";
import type {
  ExplainMailbox,
  LeadVerdict,
} from "#modules/campaigns/rules/sending/explain-facts.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { campaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { recipientProvider, senderProvider } from "#modules/mailboxes/rules/provider.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { daysSent } from "#modules/campaigns/claim/days-sent.ts";
import { nextStep } from "#modules/campaigns/steps/find-step.ts";
import type { Written } from "#modules/campaigns/words/write-copy.ts";
import { vetoesOn } from "#modules/campaigns/enrolments/vetoes.ts";
import { draftMail } from "#modules/campaigns/drafts/draft-mail.ts";
import { foresee } from "./foresee.ts";
import { countAhead, type Explained, selectExplained, selectLatestSend } from "./explain-store.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import {
  type CampaignMailbox,
  selectCampaignMailboxes,
} from "#modules/campaigns/status/mailboxes-store.ts";
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
  const [steps, mailboxes, send, vetoes] = await Promise.all([
    selectStepsOfCampaign(db, workspaceId, id),
    selectCampaignMailboxes(db, workspaceId, id),
    selectLatestSend(db, workspaceId, place.enrolmentId),
    vetoesOn(ctx, [place], () => campaign),
  ]);
  const pending = send && ["queued", "leased", "sending"].includes(send.state) ? send : null;
  const step = stepOf(place, steps, pending?.stepId ?? null);
  const own = mailboxes.filter((m) => place.mailboxId === null || m.id === place.mailboxId);
  const day = await dayOf(ctx, campaign, place, own);
  const written = step === null ? null : await draftMail(ctx, id, { leadId, stepId: step.id });
  const isOpen = place.status === "pending" || place.status === "in_progress";
  const isPlanned = isOpen || (place.status === "paused" && place.heldUntil !== null);
  const foreseen =
    campaign.status === "active" && isPlanned
      ? await foresee(ctx, { campaignId: id, enrolmentId: place.enrolmentId })
      : null;
  const verdict = explainLead({
    foreseen: foreseen && {
      at: foreseen.mail.at,
      heldBy: foreseen.heldBy,
      mailboxId: foreseen.mail.mailboxId,
    },
    now: ctx.now(),
    campaign,
    enrolment: place,
    lead: {
      domain: place.domain,
      timezone: place.timezone,
      provider: recipientProvider(place.provider),
      unsubscribed: place.unsubscribedAt !== null,
      bounced: place.bouncedAt !== null,
      suppressed: vetoes.suppressed.has(place.email),
      validationStatus: place.validationStatus,
      companyAnswered: vetoes.answered.has(place.enrolmentId),
      contacted: vetoes.contacted.has(place.enrolmentId),
    },
    hasStep: step !== null,
    missing: written?.missing ?? [],
    templateError: written ? brokenBy(written.written) : null,
    send,
    isFresh: place.mailboxId === null,
    isFirst: place.currentStep === 0,
    ahead: {
      bound: AHEAD_BOUND,
      count:
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
            ),
    },
    ...day,
  });
  return present(campaign, leadId, place, step, verdict, own);
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

/** What the limits of the day are and how much of them is used. */
async function dayOf(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  place: Explained,
  mailboxes: readonly CampaignMailbox[],
) {
  const now = ctx.now();
  const { maxNewLeadsPerDay: newLimit, maxPerDomainPerDay: domainLimit } = campaign;
  const [used, sentOn] = await Promise.all([
    selectUsed(
      ctx.db,
      ctx.workspaceId,
      {
        id: campaign.id,
        day: localDay(campaign.schedule.timezone, now),
        domains: domainLimit > 0 ? [place.domain] : [],
      },
      mailboxes.map((m) => ({ id: m.id, day: localDay(m.timezone ?? "UTC", now) })),
    ),
    daysSent(ctx, [campaign]),
  ]);
  return {
    campaignDay: { ...campaignDay(campaign, sentOn(campaign.id)), used: used.campaign },
    newLeads: newLimit === 0 ? null : { limit: newLimit, used: used.fresh },
    domain:
      domainLimit === 0 ? null : { limit: domainLimit, used: used.domains.get(place.domain) ?? 0 },
    mailboxes: mailboxes.map((m): ExplainMailbox => ({
      id: m.id,
      email: m.email,
      status: m.status,
      timezone: m.timezone,
      provider: senderProvider(m.smtpHost),
      dayLimit: effectiveDailyLimit(m, now),
      usedToday: used.mailboxes.get(m.id) ?? 0,
      freeAt: freeAt(m, now),
    })),
  };
}

/** A gap that is over does not matter any more, so that it cannot move an answer. */
const freeAt = (m: CampaignMailbox, now: UnixMs): UnixMs | null =>
  m.nextSendAt !== null && m.nextSendAt > now ? m.nextSendAt : null;

function present(
  campaign: CampaignRow,
  leadId: LeadId,
  place: Explained,
  step: StepRow | null,
  verdict: LeadVerdict,
  mailboxes: readonly CampaignMailbox[],
): Explanation {
  const mailbox = mailboxes.find((m) => m.id === verdict.mailbox?.id);
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
