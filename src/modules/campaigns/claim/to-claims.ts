import { hashSecret } from "#platform/ctx/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { labelOf } from "#modules/campaigns/rules/variants.ts";
import type { Assignment } from "#modules/campaigns/rules/sending/allocate.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { domainKey } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { domainOfSender } from "#modules/campaigns/pacing/load-pacing.ts";
import { paceKey } from "#modules/campaigns/rules/pacing/pace.ts";
import { dayOf, type Paces } from "#modules/campaigns/rules/pacing/paces.ts";
import { isSample } from "#platform/rules/mail/sandbox.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { utcDay } from "#platform/rules/time.ts";
import { sendMessageId } from "#modules/delivery/rules/message-id.ts";
import type { Chosen, Slot } from "#modules/delivery/engine/slots.ts";
import type { NewClaim } from "./lease-store.ts";
import { monthSlot } from "./mails-of-month.ts";
import type { DueCandidate, DueWork } from "./due-work.ts";

/** Turns assignments into rows to write, each with the day slots that it takes. */
export function toClaims(
  ctx: WorkspaceCtx,
  work: Pick<
    DueWork,
    | "mailboxRows"
    | "campaigns"
    | "dayOfCampaign"
    | "dayOfMailbox"
    | "limitOfCampaign"
    | "month"
    | "paces"
  >,
  assigned: readonly Assignment<DueCandidate>[],
): { fresh: NewClaim[]; repeated: Chosen[] } {
  const { workspaceId: _, ...month } = monthSlot(ctx.workspaceId, ctx.now());
  const ranks = new Map<string, number>();
  const fresh: NewClaim[] = [];
  const repeated: Chosen[] = [];
  for (const { candidate, mailboxId } of assigned) {
    const mailbox = work.mailboxRows.get(mailboxId);
    const campaign = work.campaigns.get(candidate.campaignId);
    if (!mailbox || !campaign) continue;
    const day = work.dayOfCampaign(campaign.id);
    const slots = [
      {
        scope: "mailbox" as const,
        key: String(mailboxId),
        day: work.dayOfMailbox(mailboxId),
        limit: effectiveDailyLimit(mailbox, ctx.now()),
      },
      {
        scope: "campaign" as const,
        key: String(campaign.id),
        day,
        limit: work.limitOfCampaign(campaign.id).limit ?? Number.MAX_SAFE_INTEGER,
      },
      // Counted without a quota as well: one may be set in the middle of a month. The sandbox costs nothing.
      ...(isSample(mailbox.email)
        ? []
        : [{ ...month, limit: work.month.limit ?? Number.MAX_SAFE_INTEGER }]),
      ...(candidate.isFirst
        ? [
            {
              scope: "campaign_new" as const,
              key: String(campaign.id),
              day,
              limit: campaign.maxNewLeadsPerDay || Number.MAX_SAFE_INTEGER,
            },
          ]
        : []),
      ...paceSlots(work.paces, mailbox.email, candidate.group ?? null, ctx.now()),
      ...(campaign.maxPerDomainPerDay > 0
        ? [
            {
              scope: "domain" as const,
              key: domainKey(campaign.id, candidate.domain),
              day,
              limit: campaign.maxPerDomainPerDay,
            },
          ]
        : []),
    ].map((slot): Slot => {
      const name = `${slot.scope}/${slot.key}`;
      const rank = (ranks.get(name) ?? 0) + 1;
      ranks.set(name, rank);
      return { ...slot, rank };
    });
    const { enrolment, next, sendId } = candidate;
    if (sendId !== null) {
      repeated.push({ id: sendId, slots });
    } else if (enrolment && next) {
      const { row, step } = next;
      const key = {
        workspaceId: ctx.workspaceId,
        campaignId: campaign.id,
        leadId: enrolment.leadId,
        stepId: row.id,
      };
      fresh.push({
        enrolmentId: enrolment.enrolmentId,
        campaignId: campaign.id,
        leadId: enrolment.leadId,
        stepId: row.id,
        step,
        variant: labelOf(row, enrolment.leadId),
        mailboxId,
        messageId: sendMessageId(hashSecret(ctx.settings), key, enrolment.email, mailbox.email),
        toEmail: enrolment.email,
        slots,
      });
    }
  }
  return { fresh, repeated };
}

/** The place of the day that a mail takes of what its sending domain may send to its recipient's provider. */
function paceSlots(
  paces: Paces | null,
  sender: string,
  group: string | null,
  now: UnixMs,
): Omit<Slot, "rank">[] {
  const domain = domainOfSender(sender);
  const day = dayOf(paces, domain, group, now);
  if (day === null || group === null) return [];
  const limit = day.limit ?? Number.MAX_SAFE_INTEGER;
  return [{ scope: "pace", key: paceKey(domain, group), day: utcDay(now), limit }];
}
