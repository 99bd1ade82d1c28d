import { ThreadsChange, ThreadsChanged, ThreadTags } from "#modules/inbox/contract/threads.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { changeThreads } from "./change-threads.ts";
import { selectThreadTags } from "./store.ts";

const THREADS = `${WORKSPACE_PATH}/threads`;
const MOST_LISTED = 200;

export const manyThreadRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${THREADS}/bulk`,
      scope: "workspace",
      action: "threads.answer",
      summary: "Change up to 100 threads alike: sort, assign, snooze, tag, mark read.",
      description:
        "What is left out stays as it is. One thread that cannot be changed does not keep the others; a repeat changes nothing more.",
      body: ThreadsChange,
      answers: { 200: ThreadsChanged },
      example: {
        body: { ids: [12, 13], status: "closed", add_tags: ["demo"] },
        answer: { changed: [12, 13], failed: [] },
      },
    },
    async (ctx, { body }) => ok(await changeThreads(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/thread-tags`,
      scope: "workspace",
      action: "threads.read",
      summary: "The tags that threads have.",
      description: "To choose from; a tag exists while a thread has it.",
      answers: { 200: ThreadTags },
      example: { answer: { data: ["demo", "partner"] } },
    },
    async (ctx) => ok({ data: await selectThreadTags(ctx.db, ctx.workspaceId, MOST_LISTED) }),
  ),
];
