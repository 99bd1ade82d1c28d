import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
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
  readonly stepRow: { readonly id: number };
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
    const steps = copies.filter((s) => s.campaignId === place.campaign.id);
    const index = steps.findIndex((s) => s.id === place.stepRow.id);
    const mails = earlier.filter((mail) => mail.enrolmentId === place.enrolmentId);
    const known = mails.filter(({ messageId }) => isKnownMessageId(messageId));
    const beginsHere = place.enrolmentId !== null && known.length === 0;
    const subject = subjectOfStep(steps, index, place.lead.id, beginsHere);
    // The first mail of a follow-up campaign answers the last one of the campaign before it.
    const goesOn = known.length > 0 && !known.some(({ own }) => own === 1);
    return {
      ...subject,
      sameThread: subject.sameThread || goesOn,
      earlier: threadOf(known),
    };
  };
}
