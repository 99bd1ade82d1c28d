import { z } from "zod";
import {
  ReportCampaigns,
  ReportCampaignsQuery,
  ReportStats,
  ReportStatsQuery,
  ReportTimeline,
  ReportTimelineQuery,
} from "#modules/operations/contract/report.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { NO_INDEX, openReport } from "./open-report.ts";
import { reportCampaigns, reportStats, reportTimeline } from "./read-report.ts";

/** Anyone's page may show a report, and any cache may keep it for a minute. */
const HEADERS = {
  ...NO_INDEX,
  "Cache-Control": "public, max-age=60",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const shared = {
  method: "GET",
  scope: "public",
  action: null,
  params: z.object({ slug: z.string().max(200) }),
  limit: "report",
} as const;

/** The public report of a workspace: sums only, 404 where it is switched off. */
export const reportRoutes = [
  endpoint(
    {
      ...shared,
      path: "/api/v1/report/:slug/stats",
      summary: "What a workspace did: public, sums only, a minute old at most.",
      query: ReportStatsQuery,
      answers: { 200: ReportStats },
    },
    async (ctx, { params, query }) =>
      ok(await reportStats(await openReport(ctx, params.slug), query), HEADERS),
  ),
  endpoint(
    {
      ...shared,
      path: "/api/v1/report/:slug/campaigns",
      summary: "What each started campaign did: public, sums only.",
      query: ReportCampaignsQuery,
      answers: { 200: ReportCampaigns },
    },
    async (ctx, { params, query }) =>
      ok(await reportCampaigns(await openReport(ctx, params.slug), query), HEADERS),
  ),
  endpoint(
    {
      ...shared,
      path: "/api/v1/report/:slug/timeline",
      summary: "What a workspace did by day, week or month: public, sums only.",
      query: ReportTimelineQuery,
      answers: { 200: ReportTimeline },
    },
    async (ctx, { params, query }) =>
      ok(await reportTimeline(await openReport(ctx, params.slug), query), HEADERS),
  ),
];
