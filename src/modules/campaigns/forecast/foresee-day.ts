import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, UnixMs } from "#platform/rules/ids.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { forecast } from "#modules/campaigns/rules/forecast/forecast.ts";
import type { PlannedMail } from "#modules/campaigns/rules/forecast/world.ts";
import { heldBehind } from "#modules/campaigns/rules/forecast/first-mails.ts";
import { turnDays } from "#modules/campaigns/rules/forecast/state.ts";
import { heldCode } from "#modules/campaigns/rules/sending-status.ts";
import type { SendingStatusCode } from "#modules/campaigns/rules/states.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { minuteOf } from "./foresee.ts";
import { loadWorld, sharing } from "./load-world.ts";

/** More than any day of a workspace has. */
const MAILS = 50_000;
/** Leads that are looked at beyond what can be served: some of them are delayed. */
const SPARE = 500;

/** What a workspace's active campaigns will still send until then. */
export type ForeseenDay = {
  readonly mails: readonly PlannedMail[];
  /** Mails that their mailboxes may send today, those that left included. */
  readonly limit: number;
  /** The code of what keeps back a campaign's mails that are due by then and have not left. */
  readonly heldBy: (id: CampaignId) => SendingStatusCode;
};

/** Plays every active campaign of the workspace forward together. Changes nothing. */
export async function foreseeDay(ctx: WorkspaceCtx, until: UnixMs): Promise<ForeseenDay> {
  const now = ctx.now();
  const from = minuteOf(now);
  const all = await sharing(ctx, "all");
  const limit = all.boxes.reduce((sum, box) => sum + effectiveDailyLimit(box, now), 0);
  const most = Math.min(MAILS, limit + SPARE);
  const ofEach = { ids: all.campaigns.map(({ id }) => id), most: 1 };
  const world = await loadWorld(ctx, all, { from, most, ofEach, watched: null });
  const mails: PlannedMail[] = [];
  const { end } = forecast(
    world,
    { from, until },
    { atMost: MAILS },
    (mail) => void mails.push(mail),
  );
  const last = later(until, -MINUTE_MS);
  turnDays(end, last);
  const byId = new Map(end.campaigns.map((one) => [one.plan.campaign.id, one]));
  return {
    mails,
    limit,
    heldBy(id) {
      const one = byId.get(id);
      return heldCode(one ? heldBehind(one, last) : null);
    },
  };
}
