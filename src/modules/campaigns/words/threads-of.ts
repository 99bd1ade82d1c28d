import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { asArm, type StepCopy } from "#modules/campaigns/rules/variants.ts";
import { subjectOfStep, threadOf } from "#modules/campaigns/rules/template/subject.ts";
import type { CampaignId, EnrolmentId } from "#platform/rules/ids.ts";
import { isKnownMessageId } from "#modules/delivery/rules/message-id.ts";
import { selectEarlierMails, selectStepCopies } from "./thread-store.ts";
import type { Thread } from "./write-copy.ts";

/** A step for a lead; without an enrolment nothing was sent before. */
export type Place = {
  readonly enrolmentId: EnrolmentId | null;
  readonly campaign: { readonly id: CampaignId };
  readonly lead: { readonly id: number };
  /** Its words as they are to be written, which need not be those that are stored. */
  readonly stepRow: StepCopy;
  /** The arm that is written. */
  readonly variant: string;
};

/** Subject and ancestors of mails: a step without a subject of its own continues the thread. */
export async function threadsOf(
  ctx: WorkspaceCtx,
  places: readonly Place[],
): Promise<(place: Place) => Thread> {
  const enrolments = places.flatMap((p) => (p.enrolmentId === null ? [] : [p.enrolmentId]));
  const [earlier, copies] = await Promise.all([
    selectEarlierMails(ctx.db, ctx.workspaceId, enrolments),
    selectStepCopies(ctx.db, ctx.workspaceId, [...new Set(places.map((p) => p.campaign.id))]),
  ]);
  return (place) => {
    const own = asArm(place.stepRow, place.variant);
    const steps = copies
      .filter((s) => s.campaignId === place.campaign.id)
      .map((s): StepCopy => (s.id === own.id ? own : s));
    const index = steps.indexOf(own);
    const mails = earlier.filter((mail) => mail.enrolmentId === place.enrolmentId);
    const known = mails.filter(({ messageId }) => isKnownMessageId(messageId));
    const beginsHere = place.enrolmentId !== null && known.length === 0;
    const subject = subjectOfStep(steps, index, place.lead.id, beginsHere);
    // The first mail of a follow-up campaign answers the last one of the campaign before it.
    const goesOn = known.length > 0 && !known.some((mail) => mail.own === 1);
    return {
      ...subject,
      sameThread: subject.sameThread || goesOn,
      earlier: threadOf(known),
    };
  };
}
