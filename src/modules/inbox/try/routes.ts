import { ReadMail } from "#modules/inbox/contract/try.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readCappedBytes } from "#platform/http/read-capped.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { readMail } from "./read-mail.ts";

const MAX_MESSAGE = 1024 * 1024;
const TYPE = "message/rfc822";

export const tryRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${WORKSPACE_PATH}/inbox/read`,
      scope: "workspace",
      action: "threads.read",
      summary: "What Outrider would make of a raw message; nothing is stored.",
      description:
        "Takes one message as a mail server delivers it, at most 1 MB, and reads it as if it came into a mailbox of the workspace now: what it is, what it says and by which words, and the sent email that it would be matched with. The AI is not asked.",
      takes: TYPE,
      consumes: "other",
      answers: { 200: ReadMail },
      problems: ["payload_too_large", "unsupported_media_type", "upstream_unavailable"],
    },
    async (ctx, { request }) => {
      const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
      if (type !== TYPE) {
        throw new AppError("unsupported_media_type", `Send the raw message as ${TYPE}.`);
      }
      const raw = await readCappedBytes(request.body, MAX_MESSAGE);
      if (raw.length === 0) throw invalidField("body", "required", "Send a raw message.");
      return ok(await readMail(ctx, raw));
    },
  ),
];
