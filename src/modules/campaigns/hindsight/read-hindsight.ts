import type { Hindsight, HindsightQuery } from "#modules/campaigns/contract/stats.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { FORESEEN_DAYS, inHindsight } from "#modules/campaigns/rules/forecast/hindsight.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { selectForecasts, selectSentByDay } from "./forecasts-store.ts";

/** What was foreseen of a campaign's last days, beside what left on them. Throws `not_found`. */
export async function readHindsight(
  ctx: WorkspaceCtx,
  id: CampaignId,
  { days }: HindsightQuery,
): Promise<Hindsight> {
  const { db, workspaceId } = ctx;
  await findCampaign(ctx, id);
  const now = ctx.now();
  const dayBack = (count: number): string => utcDay(later(now, -count * DAY_MS));
  const [kept, sentOn] = await Promise.all([
    selectForecasts(db, workspaceId, id, dayBack(days + FORESEEN_DAYS)),
    selectSentByDay(db, workspaceId, id, dayBack(days)),
  ]);
  const seen = inHindsight(kept, sentOn, now, days);
  return {
    campaign_id: id,
    days: seen.days.map(({ date, sent, dayAhead, weekAhead }) => ({
      date,
      sent,
      foreseen_day_ahead: dayAhead,
      foreseen_week_ahead: weekAhead,
    })),
    horizons: seen.horizons.map(({ daysAhead, ...horizon }) => ({
      days_ahead: daysAhead,
      ...horizon,
    })),
  };
}
