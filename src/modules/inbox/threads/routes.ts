import { z } from "zod";
import { listOf, pathId } from "#platform/contract/common.ts";
import {
  Message,
  ReplyBody,
  ReplyQuery,
  Thread,
  ThreadCategoryBody,
  ThreadPatch,
  ThreadsQuery,
  ThreadStatusBody,
  ThreadWithMessages,
} from "#modules/inbox/contract/threads.ts";
import { callerName } from "#platform/ctx/ctx.ts";
import type { MessageId, ThreadId } from "#platform/rules/ids.ts";
import { accepted, created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { cancelReply } from "#modules/inbox/replies/cancel-reply.ts";
import { listThreads } from "./list-threads.ts";
import { setThreadCategory } from "#modules/inbox/categories/set-category.ts";
import { readReplyForm } from "#modules/inbox/attachments/read-reply-form.ts";
import { readThread } from "./read-thread.ts";
import { replyToThread } from "./reply-to-thread.ts";
import { setThreadStatus } from "./set-status.ts";
import { updateThread } from "./update-thread.ts";

const THREADS = `${WORKSPACE_PATH}/threads`;
const ThreadPath = z.object({ wid: pathId(), id: pathId<ThreadId>() });
const TAKEN_BACK: z.output<typeof Message> = {
  id: 87,
  direction: "outbound",
  type: "manual",
  step: null,
  from: { email: "ann@acme.example", name: "Ann" },
  to: ["joe@contoso.com"],
  cc: [],
  bcc: [],
  subject: "Re: A question",
  text: "Thursday suits me.",
  html: "",
  message_id: "m.5f7a3e8c@acme.example",
  in_reply_to: "joe-1@contoso.com",
  matched_by: null,
  is_unreadable: false,
  category: null,
  category_source: null,
  category_words: [],
  attachments: [],
  category_confidence: null,
  state: "cancelled",
  send_at: "2026-11-24T08:12:10.000Z",
  error: null,
  sent_at: "2026-11-24T08:12:10.000Z",
};

const SENT: z.output<typeof Message> = { ...TAKEN_BACK, state: "sent", send_at: null };

const MessagePath = ThreadPath.extend({
  mid: pathId<MessageId>().describe("Id of the message, as the thread shows it."),
});

export const threadRoutes = [
  endpoint(
    {
      method: "GET",
      path: THREADS,
      scope: "workspace",
      action: "threads.read",
      summary: "The unified inbox, the latest message first.",
      description:
        "Everybody of the workspace and its API keys may. Reading by the API does not mark threads as read.",
      query: ThreadsQuery,
      answers: { 200: listOf(Thread) },
    },
    async (ctx, { query }) => ok(await listThreads(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${THREADS}/:id`,
      scope: "workspace",
      action: "threads.read",
      summary: "A thread with its messages, oldest first.",
      description:
        "Everybody of the workspace and its API keys may. HTML of messages is cleaned, and still belongs into a sandboxed frame. It is not marked as read.",
      params: ThreadPath,
      answers: { 200: ThreadWithMessages },
    },
    async (ctx, { params }) => ok(await readThread(ctx, params.id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${THREADS}/:id`,
      scope: "workspace",
      action: "threads.answer",
      summary: "Mark a thread read or unread, assign, snooze or tag it.",
      description:
        "Staff and API keys may, and clients whose access allows it. Fields left out keep their value, and what GET shows may be put back.",
      params: ThreadPath,
      body: ThreadPatch,
      example: { body: { is_unread: false, assigned_to: 2 } },
      answers: { 200: Thread },
    },
    async (ctx, { params, body }) => ok(await updateThread(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${THREADS}/:id/reply`,
      scope: "workspace",
      action: "threads.answer",
      summary: "Answer a thread by mail: 201 once it left, 202 while it is on its way or kept.",
      description:
        "Staff and API keys may, and clients whose access allows it; only staff add people to the thread or use `force`. The email is stored first and sent at most once. Answers 409 `conflict` for a suppressed recipient, and where something newer than `last_message_id` came.",
      params: ThreadPath,
      query: ReplyQuery,
      body: ReplyBody,
      files: {
        part: "files",
        about:
          "Up to 10 files, 10 MB together; 2 MB where the mailbox only sends, or sends by an API.",
        read: readReplyForm,
      },
      example: { body: { body_text: "Thursday suits me." }, answer: SENT },
      answers: { 201: Message, 202: Message },
      problems: [
        "forbidden",
        "payload_too_large",
        "upstream_failed",
        "upstream_unavailable",
        "upstream_timeout",
      ],
    },
    async (ctx, { params, query, body, files }) => {
      const message = await replyToThread(ctx, params.id, body, query.wait, files);
      if (message.state !== "sent") return accepted(message);
      return created(message, `/api/v1/workspaces/${ctx.workspaceId}/threads/${params.id}`);
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${THREADS}/:id/messages/:mid`,
      scope: "workspace",
      action: "threads.answer",
      summary: "Take back a reply that has not left.",
      description:
        "For a reply with `send_at`, and for one that waits for its server. It stays in the thread with the state `cancelled`. 409 `invalid_state` once a server may have it.",
      params: MessagePath,
      answers: { 200: Message },
      problems: ["invalid_state"],
      example: { answer: TAKEN_BACK },
    },
    async (ctx, { params }) => ok(await cancelReply(ctx, params.id, params.mid)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${THREADS}/:id/status`,
      scope: "workspace",
      action: "threads.answer",
      summary: "Sort a thread; some statuses end its sequence, do_not_contact suppresses.",
      description:
        "Staff and API keys may, and clients whose access allows it. `do_not_contact` suppresses the address and ends all sequences of the lead; an out-of-office status defers the next step.",
      params: ThreadPath,
      body: ThreadStatusBody,
      example: { body: { status: "interested" } },
      answers: { 200: Thread },
    },
    async (ctx, { params, body }) =>
      ok(await setThreadStatus(ctx, params.id, body.status, callerName(ctx.caller))),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${THREADS}/:id/category`,
      scope: "workspace",
      action: "threads.answer",
      summary: "Say what the lead wants; an opt-out suppresses, or is taken back.",
      description:
        "A person's word wins over what rules or the AI read, and stays; null takes it back. `do_not_contact` and `hostile` suppress the lead's address and end its sequences; another category takes an opt-out back with what it ended, and writes an audit line. `not_interested`, `wrong_person` and `left_company` end the campaign's sequence. The status of the thread follows while it is `open` or the one of the category before.",
      params: ThreadPath,
      body: ThreadCategoryBody,
      example: { body: { category: "not_now" } },
      answers: { 200: Thread },
    },
    async (ctx, { params, body }) => ok(await setThreadCategory(ctx, params.id, body.category)),
  ),
];
