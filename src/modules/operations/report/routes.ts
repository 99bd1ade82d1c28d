import { z } from "zod";
import {
  ReportCampaigns,
  ReportCampaignsQuery,
  ReportStats,
  ReportStatsQuery,
  ReportTimeline,
  ReportTimelineQuery,
} from "#modules/operations/contract/report.ts";
import { ONE_PAGE } from "#platform/contract/common.ts";
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
  params: z.object({
    slug: z
      .string()
      .max(200)
      .describe("The slug of the workspace, the last part of its report's address."),
  }),
  limit: "report",
} as const;

const SUMS = {
  contacted: 184,
  sent: 301,
  refused: 3,
  delivered: 300,
  unique_opens: 96,
  unique_clicks: 9,
  unique_replies: 11,
  positive_replies: 4,
  bounces: 4,
  unsubscribes: 3,
  meetings_booked: 2,
};
const RATES = {
  open_rate: 0.32,
  click_rate: 0.03,
  reply_rate: 0.0598,
  positive_reply_rate: 0.0217,
  bounce_rate: 0.0132,
  unsubscribe_rate: 0.01,
  meeting_rate: 0.0109,
};
const RANGE = { from: "2026-12-01", to: "2026-12-01", days: 1 };

/** The public report of a workspace: sums only, 404 where it is switched off. */
export const reportRoutes = [
  endpoint(
    {
      ...shared,
      path: "/api/v1/report/:slug/stats",
      summary: "What a workspace did: public, sums only, a minute old at most.",
      description:
        "For anyone who knows the slug, without signing in; 404 where the report is switched off. No person, address or text is in it.",
      example: {
        answer: {
          workspace: { name: "North", logo: null },
          branding: { name: "Outrider", logo_url: null, accent: null },
          range: RANGE,
          totals: SUMS,
          rates: RATES,
          all_time: { totals: SUMS, rates: RATES },
          by_day: [{ ...SUMS, date: "2026-12-01" }],
        },
      },
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
      description:
        "For anyone who knows the slug, without signing in; 404 where the report is switched off. The newest start comes first; names are shown only where the workspace allows it. Figures are of all time and a minute old at most.",
      example: {
        answer: {
          data: [
            {
              ...SUMS,
              name: "Campaign 1",
              status: "active",
              started_at: "2026-12-01T09:30:00.000Z",
              leads: 202,
              rates: RATES,
            },
          ],
          pagination: ONE_PAGE,
        },
      },
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
      description:
        "For anyone who knows the slug, without signing in; 404 where the report is switched off. Figures are a minute old at most; the first and the last interval may be cut off by the range.",
      example: {
        answer: {
          range: RANGE,
          interval: "day",
          points: [{ ...SUMS, date: "2026-12-01", rates: RATES }],
        },
      },
      query: ReportTimelineQuery,
      answers: { 200: ReportTimeline },
    },
    async (ctx, { params, query }) =>
      ok(await reportTimeline(await openReport(ctx, params.slug), query), HEADERS),
  ),
];
