import { paginationOf } from "#platform/contract/common.ts";
import type {
  ReportCampaigns,
  ReportCampaignsQuery,
  ReportStats,
  ReportTimeline,
  ReportTimelineQuery,
} from "#modules/operations/contract/report.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { intervalOf, isoOrNull, lastDays } from "#platform/rules/time.ts";
import { brandOfWorkspace } from "#modules/accounts/brands/read-brand.ts";
import { campaignTotals } from "#modules/campaigns/stats/campaign-totals.ts";
import { readWorkspaceStats } from "#modules/campaigns/stats/read-workspace-stats.ts";
import { keptForAMinute } from "./kept.ts";
import type { OpenReport } from "./open-report.ts";
import { selectStarted } from "./store.ts";
import { shownRates, sumsOf } from "./sums.ts";

/** What the workspace did in the last days and in all, with each day. */
export async function reportStats(
  { ctx, settings }: OpenReport,
  query: { days: number },
): Promise<ReportStats> {
  const { range, byDay, total } = await days(ctx, query.days);
  const totals = sumsOf(byDay);
  const brand = await keptBrand(ctx);
  const logo = settings.general.logo_url ?? brand.logoUrl;
  const allTime = sumsOf([total]);
  return {
    workspace: { name: settings.general.name, logo },
    branding: { name: brand.name, logo_url: brand.logoUrl, accent: brand.accent },
    range,
    totals,
    rates: shownRates(totals),
    all_time: { totals: allTime, rates: shownRates(allTime) },
    by_day: byDay,
  };
}

/** The same days, together by day, week or month. */
export async function reportTimeline(
  { ctx }: OpenReport,
  { days: count, interval }: ReportTimelineQuery,
): Promise<ReportTimeline> {
  const { range, byDay } = await days(ctx, count);
  const points = [...Map.groupBy(byDay, (day) => intervalOf(day.date, interval))].map(
    ([date, lines]) => {
      const sums = sumsOf(lines);
      return { date, ...sums, rates: shownRates(sums) };
    },
  );
  return { range, interval, points };
}

/** The campaigns that were started; nameless where the workspace says so. */
export async function reportCampaigns(
  { ctx, settings }: OpenReport,
  query: ReportCampaignsQuery,
): Promise<ReportCampaigns> {
  const { show_campaign_names: isNamed } = settings.report;
  const key = `campaigns ${ctx.workspaceId} ${query.page} ${query.limit}`;
  const { rows, total } = await keptForAMinute(ctx, key, () => campaigns(ctx, query));
  const before = (query.page - 1) * query.limit;
  return {
    data: rows.map((row, i) => ({
      ...row,
      // The first that was started is 1.
      name: isNamed ? row.name : `Campaign ${total - before - i}`,
    })),
    pagination: paginationOf(query, total),
  };
}

async function campaigns(ctx: WorkspaceCtx, { page, limit }: ReportCampaignsQuery) {
  const offset = (page - 1) * limit;
  const { rows, total } = await selectStarted(ctx.db, ctx.workspaceId, { limit, offset });
  const totalsOf = await campaignTotals(
    ctx,
    rows.map((row) => row.id),
  );
  return {
    total,
    rows: rows.map(({ id, name, status, startedAt }) => {
      const counted = totalsOf(id);
      const sums = sumsOf([counted]);
      const { leads } = counted;
      return {
        name,
        status,
        started_at: isoOrNull(startedAt),
        leads,
        ...sums,
        rates: shownRates(sums),
      };
    }),
  };
}

/** Every day of the range with its sums, and the line of all time. */
async function days(ctx: WorkspaceCtx, count: number) {
  const stats = await keptForAMinute(ctx, `days ${ctx.workspaceId} ${count}`, () =>
    readWorkspaceStats(ctx, { days: count }),
  );
  const dates = lastDays(ctx.now(), count);
  const known = new Map(stats.by_day.map((day) => [day.date, day]));
  const byDay = dates.map((date) => {
    const day = known.get(date);
    return { date, ...sumsOf(day ? [day] : []) };
  });
  const range = { from: dates[0] ?? "", to: dates.at(-1) ?? "", days: count };
  return { range, byDay, total: stats };
}

const keptBrand = (ctx: WorkspaceCtx) =>
  keptForAMinute(ctx, `brand ${ctx.workspaceId}`, () => brandOfWorkspace(ctx, ctx.workspaceId));
