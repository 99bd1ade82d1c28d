import { AllThreadsQuery, ThreadOfWorkspace } from "#modules/inbox/contract/threads.ts";
import { listOf } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { listAllThreads } from "./list-all-threads.ts";

export const allThreadRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/threads",
      scope: "caller",
      action: "threads.read",
      operationId: "getAllThreads",
      summary:
        "All inboxes: threads of every workspace that the caller may enter, the latest first.",
      description:
        "Admins see all workspaces, employees those that they are assigned to, clients their own, an API key its own. It changes nothing. Filters are those of a workspace's threads; pages follow each other by `next_cursor`. A thread is read, answered and sorted below the path of its own workspace.",
      query: AllThreadsQuery,
      answers: { 200: listOf(ThreadOfWorkspace) },
    },
    async (ctx, { query }) => ok(await listAllThreads(ctx, query)),
  ),
];
