import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "#platform/rules/errors.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { exposition } from "./exposition.ts";
import { readMetrics } from "./read-metrics.ts";

export const metricsRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/metrics",
      scope: "public",
      action: null,
      summary: "Figures for Prometheus, with METRICS_TOKEN as bearer token.",
      description:
        "Whoever has the token. Answers 404 as long as METRICS_TOKEN is not set. Changes nothing.",
      headers: { Authorization: "Bearer and METRICS_TOKEN." },
      answers: { 200: null },
      produces: "text/plain",
      problems: ["unauthenticated", "not_found"],
    },
    async (ctx, { request }) => {
      const { METRICS_TOKEN: token } = ctx.settings;
      if (token === undefined) throw new AppError("not_found", "Set METRICS_TOKEN to open this.");
      const given = /^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
      if (!timingSafeEqual(hashOf(given), hashOf(token))) {
        throw new AppError("unauthenticated", "Send METRICS_TOKEN as bearer token.");
      }
      const text = exposition(await readMetrics(ctx));
      return new Response(text, { headers: { "Content-Type": "text/plain; version=0.0.4" } });
    },
  ),
];

/** Of one length, whatever was given. */
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
