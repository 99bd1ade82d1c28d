import { EventList, EventsQuery } from "#modules/events/contract/events.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { listEvents } from "./list-events.ts";

/** /api/v1/workspaces/:wid/events. */
export const eventRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/events`,
      scope: "workspace",
      action: "webhooks.read",
      summary: "What happened in the workspace, newest first; with after, what is new.",
      description:
        "The same events that webhooks deliver, for programs that can't be called. Ask with after and the highest ID that you know, every few seconds.",
      query: EventsQuery,
      answers: { 200: EventList },
    },
    async (ctx, { query }) => ok(await listEvents(ctx, query)),
  ),
];
