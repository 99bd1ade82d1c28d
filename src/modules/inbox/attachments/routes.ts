import { z } from "zod";
import { pathId } from "#platform/contract/common.ts";
import { ForwardBody, Message, ReplyQuery } from "#modules/inbox/contract/threads.ts";
import type { MessageId, ThreadId } from "#platform/rules/ids.ts";
import { accepted, created } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { forwardMessage } from "#modules/inbox/writing/forward-message.ts";
import { readAttachment } from "./read-attachment.ts";

const MESSAGE = `${WORKSPACE_PATH}/threads/:id/messages/:mid`;
const MessagePath = z.object({
  wid: pathId(),
  id: pathId<ThreadId>(),
  mid: pathId<MessageId>().describe("Id of the message, as the thread shows it."),
});
const AttachmentPath = MessagePath.extend({
  n: pathId<number>().describe("Number of the attachment, from 1."),
});

const FORWARDED: z.output<typeof Message> = {
  id: 88,
  direction: "outbound",
  type: "forward",
  step: null,
  from: { email: "ann@acme.example", name: "Ann" },
  to: ["sam@acme.example"],
  cc: [],
  bcc: [],
  subject: "Fwd: A question",
  text: "Can you?\n\n---------- Forwarded message ----------\nFrom: Joe Doe <joe@contoso.com>",
  html: "",
  message_id: "m.8c1d2f4a@acme.example",
  in_reply_to: null,
  matched_by: null,
  is_unreadable: false,
  attachments: [
    { number: 1, name: "offer.pdf", type: "application/pdf", size: 48_211, inline: false },
  ],
  category: null,
  category_source: null,
  category_words: [],
  category_confidence: null,
  state: "sent",
  send_at: null,
  error: null,
  sent_at: "2026-11-24T08:15:00.000Z",
};

export const attachmentRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${MESSAGE}/attachments/:n`,
      scope: "workspace",
      action: "threads.read",
      summary: "Download an attachment from the mailbox.",
      description:
        "Fetches the file from the mailbox that has the message, at most 32 MB; no copy is kept. It comes as a download that a browser neither shows nor runs. 410 `mail_gone` where the email was deleted there, 409 `invalid_state` where the mailbox can't be read at all, `upstream_*` where it can't be read now.",
      params: AttachmentPath,
      produces: "application/octet-stream",
      answers: { 200: null },
      problems: [
        "mail_gone",
        "invalid_state",
        "payload_too_large",
        "upstream_failed",
        "upstream_unavailable",
        "upstream_timeout",
      ],
    },
    async (ctx, { params }) => {
      const { file, size, body } = await readAttachment(ctx, params.id, params.mid, params.n);
      return new Response(body, {
        headers: {
          // Whatever it is: a browser is to keep it, and nothing else.
          "Content-Type": "application/octet-stream",
          "Content-Disposition": `attachment; filename="${file.name.replace(/[^\w .()-]/g, "_")}"; filename*=UTF-8''${encoded(file.name)}`,
          "Content-Security-Policy": "sandbox; default-src 'none'",
          "X-Content-Type-Options": "nosniff",
          "Cache-Control": "no-store",
          ...(size !== null && { "Content-Length": String(size) }),
        },
      });
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${MESSAGE}/forward`,
      scope: "workspace",
      action: "threads.forward",
      summary: "Pass a message on: 201 once it left, 202 while it is on its way or kept.",
      description:
        "Sends the message to others, with those of its files that its mailbox still has; the text names the rest. Recipients do not become leads, and their answers do not count as the lead's. The thread shows it, and still waits for an answer. Staff only.",
      params: MessagePath,
      query: ReplyQuery,
      body: ForwardBody,
      example: { body: { to: ["sam@acme.example"], text: "Can you?" }, answer: FORWARDED },
      answers: { 201: Message, 202: Message },
      problems: [
        "forbidden",
        "conflict",
        "invalid_state",
        "upstream_failed",
        "upstream_unavailable",
        "upstream_timeout",
      ],
    },
    async (ctx, { params, query, body }) => {
      const message = await forwardMessage(ctx, params.id, params.mid, body, query.wait);
      if (message.state !== "sent") return accepted(message);
      return created(message, `/api/v1/workspaces/${ctx.workspaceId}/threads/${params.id}`);
    },
  ),
];

/** RFC 8187: what `encodeURIComponent` leaves as it is, and a header may not have. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
