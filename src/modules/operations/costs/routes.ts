import { Costs, CostsQuery } from "#modules/operations/contract/costs.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readCosts } from "./read-costs.ts";

export const costRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/costs",
      scope: "caller",
      action: "admin.read",
      summary: "What the installation and each workspace used in a month, and what that costs.",
      description:
        "For admins, super admins and keys of the installation. Changes nothing. Counters come from the installation itself, by UTC months, and are up to 20 minutes behind; they are no invoice. Each line of the bill is divided among workspaces in proportion to what they used of it, and so is what is included. Prices are set with PUT /api/v1/admin/settings.",
      query: CostsQuery,
      answers: { 200: Costs },
    },
    async (ctx, { query }) => ok(await readCosts(ctx, query)),
  ),
];
