import { z } from "zod";
import { accepted } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readInternal } from "#platform/http/internal.ts";
import { tick } from "./tick.ts";

/** The companion's tick: the clock of a hosted install between two cron minutes. */
export const tickRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/internal/companion/tick",
      scope: "public",
      action: null,
      summary: "Look for due work now (companion only).",
      answers: { 202: z.object({}) },
      consumes: "other",
    },
    async (ctx, { request }) => {
      await readInternal(request, ctx.settings.COMPANION_SECRET, ctx.now(), z.object({}));
      await tick(ctx);
      return accepted({});
    },
  ),
];
