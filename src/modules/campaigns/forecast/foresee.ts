import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type CampaignId, type EnrolmentId, type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { forecast, type Foreseen } from "#modules/campaigns/rules/forecast/forecast.ts";
import { firstMails, type Outset } from "#modules/campaigns/rules/forecast/first-mails.ts";
import { loadWorld, sharing } from "./load-world.ts";
import { NO_LEAST, type Wanted } from "./waiting-leads.ts";

/** Leads of each kind that are looked at: what is due behind them cannot come first. */
const LEADS = 2_000;
/** The same where a page asks for the first mails of campaigns, which is read often; and of each of them. */
const LEADS_OF_PAGE = 500;
const LEADS_OF_EACH = 20;
/** So far ahead, and so many mails: some dozen milliseconds. */
const AHEAD_MS = 90 * DAY_MS;
const MAILS = 50_000;

/**
 * When a lead of an active campaign gets its next mail, and which rule holds it last, by playing
 * forward its campaign and all that share mailboxes with it. Null: not in the next 90 days. Changes
 * nothing; within a minute two readings of the same state agree.
 */
export async function foresee(
  ctx: WorkspaceCtx,
  watch: { readonly campaignId: CampaignId; readonly enrolmentId: EnrolmentId },
): Promise<Foreseen | null> {
  const leads = { most: LEADS, ofEach: NO_LEAST, watched: watch.enrolmentId };
  const { world, span } = await worldAround(ctx, [watch.campaignId], leads);
  return forecast(world, span, { atMost: MAILS, watch }).watched;
}

/**
 * The first mail of each of these active campaigns, and what keeps back now who stands first in it, by
 * playing them forward together with all that share mailboxes with them. Changes nothing.
 */
export async function foreseeFirst(
  ctx: WorkspaceCtx,
  ids: readonly CampaignId[],
): Promise<ReadonlyMap<CampaignId, Outset>> {
  if (ids.length === 0) return new Map();
  const ofEach = { ids, most: LEADS_OF_EACH };
  const leads = { most: LEADS_OF_PAGE, ofEach, watched: null };
  const { world, span } = await worldAround(ctx, ids, leads);
  return firstMails(world, ids, span, MAILS);
}

/** These campaigns and those that share mailboxes with them, from the minute that runs on. */
async function worldAround(ctx: WorkspaceCtx, ids: readonly CampaignId[], leads: Wanted) {
  const from = minuteOf(ctx.now());
  const world = await loadWorld(ctx, await sharing(ctx, ids), { ...leads, from });
  return { world, span: { from, until: later(from, AHEAD_MS) } };
}

/** Ticks stand on minutes: what is due in one is due at its beginning. */
export const minuteOf = (at: UnixMs): UnixMs => unixMs(at - (at % MINUTE_MS));
