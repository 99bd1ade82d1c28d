import { z } from "zod";
import { givenId, isLastReference } from "#modules/connections/rules/api-answers.ts";
import type { CallApi } from "./call-api.ts";
import { ApiRefused, type Draft, type MailApi, type Standing } from "./mail-api.ts";

/** What Gmail takes as JSON; base64 makes a third more of a message. */
const MAX_BYTES = 15 * 1024 * 1024;
const DRAFTS_LOOKED_AT = 20;
const METADATA = "format=metadata&metadataHeaders=Message-ID&metadataHeaders=References";

const Header = z.object({ name: z.string(), value: z.string() });
const Message = z.object({
  id: z.string(),
  threadId: z.string(),
  labelIds: z.array(z.string()).default([]),
  payload: z.object({ headers: z.array(Header).default([]) }).optional(),
});
type Message = z.output<typeof Message>;
const OneDraft = z.object({ id: z.string().min(1), message: Message });
type OneDraft = z.output<typeof OneDraft>;
const Drafts = z.object({ drafts: z.array(z.object({ id: z.string() })).default([]) });
const Thread = z.object({ messages: z.array(Message).default([]) });
const Found = z.object({ messages: z.array(z.object({ id: z.string() })).default([]) });

/** Gmail's API. `call` begins behind `/users/me`. */
export function gmailApi(call: CallApi): MailApi {
  const orNull = async <T>(asked: Promise<T>): Promise<T | null> => {
    try {
      return await asked;
    } catch (thrown) {
      if (thrown instanceof ApiRefused && thrown.refusal.status === 404) return null;
      throw thrown;
    }
  };
  const get = <T>(path: string, schema: z.ZodType<T>) => call({ method: "GET", path }, schema);
  const draftAt = (id: string): Promise<OneDraft | null> =>
    orNull(get(`/drafts/${encodeURIComponent(id)}?${METADATA}`, OneDraft));
  const sentIn = async (thread: string, messageId: string): Promise<Message | null> => {
    const path = `/threads/${encodeURIComponent(thread)}?${METADATA}`;
    const messages = (await orNull(get(path, Thread)))?.messages ?? [];
    return messages.find((one) => isSent(one) && isOurs(one, messageId)) ?? null;
  };
  const searched = async (messageId: string): Promise<Message | null> => {
    const query = new URLSearchParams({ q: `in:sent rfc822msgid:${messageId}`, maxResults: "1" });
    const [first] = (await get(`/messages?${query.toString()}`, Found)).messages;
    if (!first) return null;
    const message = await orNull(
      get(`/messages/${encodeURIComponent(first.id)}?${METADATA}`, Message),
    );
    return message && isSent(message) ? message : null;
  };
  return {
    name: "Gmail's API",
    maxBytes: MAX_BYTES,
    async make(raw) {
      const made = await call(
        {
          method: "POST",
          path: "/drafts",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ message: { raw: Buffer.from(raw).toString("base64url") } }),
        },
        OneDraft,
      );
      return draftOf(made);
    },
    async find(messageId) {
      const { drafts } = await get(`/drafts?maxResults=${DRAFTS_LOOKED_AT}`, Drafts);
      for (const { id } of drafts) {
        const draft = await draftAt(id);
        if (draft && isOurs(draft.message, messageId)) return draftOf(draft);
      }
      return null;
    },
    async look({ id, thread }, messageId): Promise<Standing> {
      const draft = await draftAt(id);
      if (draft) return { as: "draft", draft: draftOf(draft) };
      const sent =
        (thread === null ? null : await sentIn(thread, messageId)) ?? (await searched(messageId));
      return sent ? { as: "sent", messageId: headerOf(sent, "message-id") } : { as: "gone" };
    },
    async send({ id }) {
      await call(
        {
          method: "POST",
          path: "/drafts/send",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ id }),
        },
        Message,
      );
    },
    async drop({ id }) {
      await orNull(call({ method: "DELETE", path: `/drafts/${encodeURIComponent(id)}` }, null));
    },
    async probe() {
      await call({ method: "GET", path: "/profile" }, null);
    },
  };
}

const draftOf = ({ id, message }: OneDraft): Draft => ({
  id,
  thread: message.threadId,
  messageId: headerOf(message, "message-id"),
});

const isSent = ({ labelIds }: Message): boolean => labelIds.includes("SENT");

const valueOf = ({ payload }: Message, name: string): string =>
  (payload?.headers ?? []).find((header) => header.name.toLowerCase() === name)?.value ?? "";

const isOurs = (message: Message, messageId: string): boolean =>
  headerOf(message, "message-id") === messageId ||
  isLastReference(valueOf(message, "references"), messageId);

const headerOf = (message: Message, name: string): string | null => givenId(valueOf(message, name));
