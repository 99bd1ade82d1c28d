import type { z } from "zod";
import { ResendEvent } from "#modules/inbox/contract/provider-webhooks.ts";
import {
  listReason,
  type Meaning,
  noticesOf,
  permanentWithout,
  type ProviderEvent,
} from "#modules/inbox/rules/providers/notice.ts";
import { isFresh, isSvixSignature } from "#modules/inbox/rules/providers/signatures.ts";
import type { Source } from "./source.ts";

/** Resend, by way of Svix. The key is the webhook's signing secret, `whsec_...`. */
export const resend: Source = {
  maxBytes: 1024 * 1024,
  installKeys: ({ RESEND_WEBHOOK_SECRET: key }) => (key === undefined ? [] : [key]),
  async verify(deps, call, key) {
    const id = call.header("svix-id") ?? call.header("webhook-id");
    const timestamp = call.header("svix-timestamp") ?? call.header("webhook-timestamp");
    const signatures = call.header("svix-signature") ?? call.header("webhook-signature");
    if (id === null || timestamp === null || signatures === null) return null;
    if (id.length > 200 || !isFresh(timestamp, deps.now())) return null;
    const signed = { id, timestamp, signatures, body: call.bytes };
    return isSvixSignature(key, signed) ? { id } : null;
  },
  read(text) {
    const event = ResendEvent.safeParse(JSON.parse(text));
    return event.success ? noticesOf(eventsOf(event.data)) : [];
  },
};

type Event = z.output<typeof ResendEvent>;

/** Resend's own sentences; all else in their place is what the receiver said. */
const PROSE = /^(?:the recipient's |resend has |your message |the email )/i;

function eventsOf({ type, data }: Event): ProviderEvent[] {
  const named = data.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  const { bounce } = data;
  const message = bounce?.message ?? "";
  const isProse = PROSE.test(message);
  const event = {
    means: meaningOf(type, data),
    messageIds: [data.message_id, named],
    providerIds: [data.email_id],
    words: [bounce?.diagnosticCode?.join(" "), isProse ? "" : message].filter(Boolean).join(" "),
    prose: isProse ? message : message === "" ? typeOf(bounce) : "",
  };
  const recipients = data.to ?? (data.email == null ? [] : [data.email]);
  return recipients.slice(0, 50).map((recipient) => ({ ...event, recipient }));
}

const typeOf = (bounce: Event["data"]["bounce"]): string =>
  [bounce?.type, bounce?.subType].filter(Boolean).join(", ");

const MEANINGS: Readonly<Record<string, (data: Event["data"]) => Meaning | null>> = {
  "email.bounced": ({ bounce }) => bounced(bounce),
  "email.suppressed": ({ bounce, suppressed }) => ({
    is: "listed",
    list: listReason(`${bounce?.message ?? ""} ${suppressed?.message ?? ""}`),
  }),
  "email.delivery_delayed": () => ({ is: "deferred" }),
  "email.complained": () => ({ is: "complaint" }),
  "email.delivered": () => ({ is: "delivered" }),
  "suppression.added": ({ origin, reason }) =>
    /manual/i.test(`${origin ?? ""} ${reason ?? ""}`)
      ? { is: "unsubscribed" }
      : { is: "listed", list: listReason(`${origin ?? ""} ${reason ?? ""}`) },
  "contact.updated": ({ unsubscribed }) => (unsubscribed === true ? { is: "unsubscribed" } : null),
};

const meaningOf = (type: string, data: Event["data"]): Meaning | null =>
  Object.hasOwn(MEANINGS, type) ? (MEANINGS[type]?.(data) ?? null) : null;

function bounced(bounce: Event["data"]["bounce"]): Meaning {
  const { type, subType, message, diagnosticCode } = bounce ?? {};
  if (/suppress/i.test(`${subType ?? ""} ${message ?? ""}`)) {
    return { is: "listed", list: listReason(message ?? "") };
  }
  if (/^(transient|temporary)$/i.test(type ?? "")) return { is: "deferred" };
  if (/^undetermined$/i.test(type ?? "")) return { is: "refused", as: "soft" };
  // "... sent a hard bounce message" is Resend's own sentence where the receiver gave no reason.
  const isHard = subType === "NoEmail" || /hard bounce/i.test(message ?? "");
  return {
    is: "refused",
    as: isHard ? "hard" : permanentWithout(message, diagnosticCode?.join(" ")),
  };
}
