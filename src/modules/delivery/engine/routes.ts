import { z } from "zod";
import {
  IntentsRequest,
  IntentsResponse,
  ResultsRequest,
  ResultsResponse,
  StartedRequest,
} from "#platform/wire/transmission.ts";
import { accepted, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readInternal } from "#platform/http/internal.ts";
import { grantIntents } from "./grant-intents.ts";
import { recover } from "./recover.ts";
import { settleResults } from "./settle.ts";

/** What the companion asks and reports; signed with COMPANION_SECRET, of no use to anybody else. */
export const transmissionRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/intents",
      scope: "public",
      action: null,
      summary: "May these messages be transmitted now? (companion only)",
      answers: { 200: IntentsResponse },
      consumes: "other",
    },
    async (ctx, { request }) => {
      const secret = ctx.settings.COMPANION_SECRET;
      const body = await readInternal(request, secret, ctx.now(), IntentsRequest);
      return ok(await grantIntents(ctx, body));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/results",
      scope: "public",
      action: null,
      summary: "What became of transmissions (companion only).",
      answers: { 200: ResultsResponse },
      consumes: "other",
    },
    async (ctx, { request }) => {
      const secret = ctx.settings.COMPANION_SECRET;
      const body = await readInternal(request, secret, ctx.now(), ResultsRequest);
      return ok(await settleResults(ctx, body));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/started",
      scope: "public",
      action: null,
      summary: "The companion has started and holds nothing of before (companion only).",
      answers: { 202: z.object({}) },
      consumes: "other",
    },
    async (ctx, { request }) => {
      const secret = ctx.settings.COMPANION_SECRET;
      const { run } = await readInternal(request, secret, ctx.now(), StartedRequest);
      await recover(ctx, run ?? null);
      return accepted({});
    },
  ),
];
