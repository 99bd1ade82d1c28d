import { WaitingReplies, WaitingQuery } from "#modules/inbox/contract/waiting.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readWaiting } from "./read-waiting.ts";

export const waitingRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/threads/waiting",
      scope: "caller",
      action: "threads.waiting",
      summary: "Replies that wait for an answer, by person and by workspace, the oldest first.",
      description:
        "For staff, over every workspace that the caller may enter. A thread waits while the lead wrote last, its status needs an answer and it is not snoozed. It changes nothing.",
      query: WaitingQuery,
      answers: { 200: WaitingReplies },
    },
    async (ctx, { query }) => ok(await readWaiting(ctx, query)),
  ),
];
