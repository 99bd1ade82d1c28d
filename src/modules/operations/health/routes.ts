import { Health } from "#modules/operations/contract/health.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { checkHealth } from "./check-health.ts";

export const healthRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/health",
      scope: "public",
      action: null,
      summary: "What works: ok, degraded or down; 503 only when the database is unreachable.",
      description: "Anybody may. Changes nothing; meant for monitoring.",
      answers: { 200: Health, 503: Health },
    },
    async (ctx) => {
      const health = await checkHealth(ctx);
      return Response.json(health, { status: health.status === "down" ? 503 : 200 });
    },
  ),
];
