import {
  MarkReadAnswer,
  MarkReadBody,
  NotificationList,
  NotificationsQuery,
} from "#modules/events/contract/notifications.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { listNotices, markNoticesRead } from "./list-notices.ts";

const NOTIFICATIONS = `${WORKSPACE_PATH}/notifications`;

export const noticeRoutes = [
  endpoint(
    {
      method: "GET",
      path: NOTIFICATIONS,
      scope: "workspace",
      action: "notifications.read",
      summary: "What the operator has to know, newest first: what happened and what to do.",
      description:
        "Staff and API keys may. Reading does not mark them as read. People get the words in their language, API keys in English.",
      query: NotificationsQuery,
      answers: { 200: NotificationList },
    },
    async (ctx, { query, request }) => ok(await listNotices(ctx, query, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${NOTIFICATIONS}/read`,
      scope: "workspace",
      action: "notifications.edit",
      summary: "Mark notices as read: these, or all of them.",
      description:
        "Staff and API keys may. Those of the workspace are then read for everybody, those for one person for that person.",
      body: MarkReadBody,
      example: { body: { ids: [12] } },
      answers: { 200: MarkReadAnswer },
    },
    async (ctx, { body }) => ok(await markNoticesRead(ctx, body.ids)),
  ),
];
