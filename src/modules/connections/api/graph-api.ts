import { z } from "zod";
import { givenId, isLastReference } from "#modules/connections/rules/api-answers.ts";
import type { CallApi } from "./call-api.ts";
import { ApiRefused, type Draft, type MailApi, type Standing } from "./mail-api.ts";

/** Ids that stay when a message moves, as it does when it is sent. */
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' };
/** PidTagInternetReferences: our own Message-ID stands last in it, also where Exchange gave another. */
const REFERENCES = "String 0x1039";
/** Of a request, by Graph; base64 makes a third more of a message. */
const MAX_BYTES = 3 * 1024 * 1024;
const DRAFTS_LOOKED_AT = 50;
const SENT_LOOKED_AT = 10;

const Message = z.object({
  id: z.string().min(1),
  isDraft: z.boolean(),
  internetMessageId: z.string().nullish(),
  singleValueExtendedProperties: z.array(z.object({ value: z.string() })).optional(),
});
type Message = z.output<typeof Message>;
const Messages = z.object({ value: z.array(Message) });

/** Microsoft Graph. `call` begins behind `/me` or `/users/{address}`. */
export function graphApi(call: CallApi): MailApi {
  const lookAt = async (id: string): Promise<Message | null> => {
    try {
      return await call(
        {
          method: "GET",
          path: `/messages/${encodeURIComponent(id)}?$select=id,isDraft,internetMessageId`,
          headers: IMMUTABLE,
        },
        Message,
      );
    } catch (thrown) {
      if (isGone(thrown)) return null;
      throw thrown;
    }
  };
  const list = async (folder: string, query: Readonly<Record<string, string>>) => {
    const parameters = new URLSearchParams({
      $select: "id,isDraft,internetMessageId",
      $expand: `singleValueExtendedProperties($filter=id eq '${REFERENCES}')`,
      ...query,
    });
    const path = `/mailFolders/${folder}/messages?${parameters.toString()}`;
    return (await call({ method: "GET", path, headers: IMMUTABLE }, Messages)).value;
  };
  return {
    name: "Microsoft Graph",
    maxBytes: MAX_BYTES,
    async make(raw) {
      const made = await call(
        {
          method: "POST",
          path: "/messages",
          headers: { ...IMMUTABLE, "content-type": "text/plain" },
          body: Buffer.from(raw).toString("base64"),
        },
        Message,
      );
      return draftOf(made);
    },
    async find(messageId) {
      const drafts = await list("drafts", {
        $orderby: "createdDateTime desc",
        $top: String(DRAFTS_LOOKED_AT),
      });
      const found = drafts.find((one) => one.isDraft && isOurs(one, messageId));
      return found ? draftOf(found) : null;
    },
    async look(draft, messageId): Promise<Standing> {
      const message = await lookAt(draft.id);
      if (message) {
        return message.isDraft
          ? { as: "draft", draft: draftOf(message) }
          : { as: "sent", messageId: bare(message.internetMessageId) };
      }
      // A person moved it where ids do not reach, or deleted it: perhaps another copy tells.
      const sent = await list("sentitems", {
        $filter: `singleValueExtendedProperties/Any(ep: ep/id eq '${REFERENCES}' and contains(ep/value, '${messageId.replaceAll("'", "''")}'))`,
        $top: String(SENT_LOOKED_AT),
      });
      const found = sent.find((one) => !one.isDraft && isOurs(one, messageId));
      return found ? { as: "sent", messageId: bare(found.internetMessageId) } : { as: "gone" };
    },
    async send({ id }) {
      await call(
        { method: "POST", path: `/messages/${encodeURIComponent(id)}/send`, headers: IMMUTABLE },
        null,
      );
    },
    async drop({ id }) {
      // Graph deletes sent messages as well.
      if ((await lookAt(id))?.isDraft !== true) return;
      await call(
        { method: "DELETE", path: `/messages/${encodeURIComponent(id)}`, headers: IMMUTABLE },
        null,
      ).catch((thrown: unknown) => {
        if (!isGone(thrown)) throw thrown;
      });
    },
    async probe() {
      await call({ method: "GET", path: "/mailFolders/drafts?$select=id" }, null);
    },
  };
}

/** The message, not its mailbox: that has other codes. */
const isGone = (thrown: unknown): boolean =>
  thrown instanceof ApiRefused &&
  thrown.refusal.status === 404 &&
  thrown.refusal.code === "ErrorItemNotFound";

const draftOf = ({ id, internetMessageId }: Message): Draft => ({
  id,
  thread: null,
  messageId: bare(internetMessageId),
});

const isOurs = (message: Message, messageId: string): boolean =>
  bare(message.internetMessageId) === messageId ||
  (message.singleValueExtendedProperties ?? []).some(({ value }) =>
    isLastReference(value, messageId),
  );

const bare = (id: string | null | undefined): string | null => givenId(id ?? "");
