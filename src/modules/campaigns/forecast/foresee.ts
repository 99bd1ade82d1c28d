import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  type CampaignId,
  type EnrolmentId,
  type MailboxId,
  type UnixMs,
  unixMs,
} from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import {
  type ReadyMailboxRow,
  selectActiveCampaignsOf,
  selectHealthyMailboxes,
} from "#modules/campaigns/claim/due-store.ts";
import { forecast, type Foreseen } from "#modules/campaigns/rules/forecast/forecast.ts";
import { firstMails, type Outset } from "#modules/campaigns/rules/forecast/first-mails.ts";
import { loadWorld } from "./load-world.ts";
import type { Wanted } from "./waiting-leads.ts";

/** Leads of each kind that are looked at: what is due behind them cannot come first. */
const LEADS = 2_000;
/** The same where a page asks for the first mails of campaigns, which is read often; and the first of each. */
const FIRST = { most: 500, ofEach: 20, watched: null };
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
  const leads = { most: LEADS, ofEach: 0, watched: watch.enrolmentId };
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
  const { world, span } = await worldAround(ctx, ids, FIRST);
  return firstMails(world, ids, span, MAILS);
}

/** These campaigns and those that share mailboxes with them, from the minute that runs on. */
async function worldAround(ctx: WorkspaceCtx, ids: readonly CampaignId[], leads: Wanted) {
  const { db, workspaceId } = ctx;
  const from = minuteOf(ctx.now());
  const active = await selectActiveCampaignsOf(db, workspaceId);
  const rows = await selectHealthyMailboxes(
    db,
    workspaceId,
    active.map(({ id }) => id),
  );
  const near = sharing(rows, ids);
  const campaigns = active.filter(({ id }) => near.has(id));
  const world = await loadWorld(ctx, campaigns, rows, { ...leads, from });
  return { world, span: { from, until: later(from, AHEAD_MS) } };
}

/** Ticks stand on minutes: what is due in one is due at its beginning. */
export const minuteOf = (at: UnixMs): UnixMs => unixMs(at - (at % MINUTE_MS));

/** These campaigns and all that share a mailbox with one of them, or with one that does. */
function sharing(
  rows: readonly ReadyMailboxRow[],
  ids: readonly CampaignId[],
): ReadonlySet<CampaignId> {
  const near = new Set(ids);
  const boxes = new Set<MailboxId>();
  for (let grew = true; grew;) {
    const size = near.size + boxes.size;
    for (const row of rows) {
      if (near.has(row.campaignId)) boxes.add(row.id);
      else if (boxes.has(row.id)) near.add(row.campaignId);
    }
    grew = near.size + boxes.size > size;
  }
  return near;
}
