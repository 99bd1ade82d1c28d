import type { CampaignId, UnixMs } from "#platform/rules/ids.ts";
import { forecast } from "./forecast.ts";
import { firstInLine, type Held, heldAt } from "./held-by.ts";
import { begin, type CampaignState, waitingIn } from "./state.ts";
import type { PlannedMail, World } from "./world.ts";

/** Where a campaign stands: its next mail, and what keeps its leads back until then. */
export type Outset = {
  /** Null: none is foreseen. */
  readonly firstAt: UnixMs | null;
  /** Whether anybody waits for a mail. */
  readonly hasLine: boolean;
  /** What keeps the lead back that stands for all; null: nothing. */
  readonly held: Held | null;
};

/** The first mail of each of these campaigns of a world, foreseen together, and what keeps it back at the beginning. */
export function firstMails(
  world: World,
  ids: readonly CampaignId[],
  span: { readonly from: UnixMs; readonly until: UnixMs },
  atMost: number,
): ReadonlyMap<CampaignId, Outset> {
  const asked = new Set(ids);
  const start = begin(world, span.from).campaigns.filter((one) => asked.has(one.plan.campaign.id));
  const going = start.filter((one) => waitingIn(one) > one.stopped.length);
  const unheard = new Set(going.map((one) => one.plan.campaign.id));
  const first = new Map<CampaignId, PlannedMail>();
  if (unheard.size > 0) {
    forecast(world, span, { atMost }, (mail) => {
      if (unheard.delete(mail.campaignId)) first.set(mail.campaignId, mail);
      return unheard.size === 0 ? "enough" : undefined;
    });
  }
  return new Map(
    start.map((state) => {
      const { id } = state.plan.campaign;
      return [id, outsetOf(state, first.get(id) ?? null, span.from)] as const;
    }),
  );
}

/** Who is due and gets the first mail stands for all; else the first in line does, who is held longer. */
function outsetOf(state: CampaignState, first: PlannedMail | null, from: UnixMs): Outset {
  const next = state.plan.leads.find((lead) => lead.enrolmentId === first?.enrolmentId);
  const lead = next && next.dueAt <= from ? next : (firstInLine(state, from) ?? next ?? null);
  return {
    firstAt: first?.at ?? null,
    hasLine: lead !== null,
    held: lead && heldAt(state, lead, from),
  };
}

/** What keeps back those of a campaign at a moment who were due before it. */
export function heldBehind(state: CampaignState, at: UnixMs): Held | null {
  const lead = firstInLine(state, at);
  return lead && lead.dueAt <= at ? heldAt(state, lead, at) : null;
}
