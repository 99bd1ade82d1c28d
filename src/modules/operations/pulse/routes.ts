import { Pulse } from "#modules/operations/contract/pulse.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readPulse } from "./read-pulse.ts";

export const pulseRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/pulse`,
      scope: "workspace",
      action: "workspace.read",
      summary:
        "What stands around every page of a workspace: how much there is, what is unread, what sends.",
      description:
        "For pages that stay open: one answer each half minute instead of five. What the caller may not read is null. It changes nothing.",
      answers: { 200: Pulse },
    },
    async (ctx) => ok(await readPulse(ctx)),
  ),
];
