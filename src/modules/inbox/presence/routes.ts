import { z } from "zod";
import { ThreadPresence, ThreadPresenceBody } from "#modules/inbox/contract/notes.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { setPresence } from "./set-presence.ts";

export const presenceRoutes = [
  endpoint(
    {
      method: "PUT",
      path: `${WORKSPACE_PATH}/threads/:id/presence`,
      scope: "workspace",
      action: "threads.presence",
      summary: "Show others that one views or answers a thread, and see who else does.",
      description:
        "For people, not for keys. It holds for 90 seconds, so a screen repeats it; null ends it at once. Nothing is locked: to notice a reply of somebody else, send `last_message_id` with the own one.",
      params: z.object({ wid: pathId(), id: pathId<ThreadId>() }),
      body: ThreadPresenceBody,
      answers: { 200: ThreadPresence },
    },
    async (ctx, { params, body }) => ok(await setPresence(ctx, params.id, body)),
  ),
];
