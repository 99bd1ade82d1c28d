import { createHash } from "node:crypto";
import type { z } from "zod";
import { SendgridEvent } from "#modules/inbox/contract/provider-webhooks.ts";
import type { BounceClass } from "#platform/rules/mail/refusal.ts";
import {
  listReason,
  type Meaning,
  noticesOf,
  permanentWithout,
  type ProviderEvent,
} from "#modules/inbox/rules/providers/notice.ts";
import { isFresh, isSendgridSignature } from "#modules/inbox/rules/providers/signatures.ts";
import type { Source } from "./source.ts";

/** SendGrid's event webhook. The key is the public key that it shows for the webhook. */
export const sendgrid: Source = {
  maxBytes: 1024 * 1024,
  installKeys: ({ SENDGRID_PUBLIC_KEY: key }) => (key === undefined ? [] : [key]),
  async verify(deps, call, key) {
    const timestamp = call.header("x-twilio-email-event-webhook-timestamp");
    const signature = call.header("x-twilio-email-event-webhook-signature");
    if (timestamp === null || signature === null || !isFresh(timestamp, deps.now())) return null;
    const signed = { timestamp, signature, body: call.bytes };
    if (!(await isSendgridSignature(key, signed))) return null;
    // A batch has no id; the same bytes are the same batch.
    return { id: createHash("sha256").update(call.bytes).digest("hex") };
  },
  read(text) {
    const batch: unknown = JSON.parse(text);
    return (Array.isArray(batch) ? (batch as unknown[]) : [batch]).flatMap((one) => {
      const event = SendgridEvent.safeParse(one);
      return event.success ? noticesOf([eventOf(event.data)]) : [];
    });
  },
};

type Event = z.output<typeof SendgridEvent>;

const eventOf = (event: Event): ProviderEvent => ({
  means: meaningOf(event),
  messageIds: [event["smtp-id"]],
  // The part before the first dot is what its server answers when it takes the mail.
  providerIds: [event.sg_message_id?.split(".")[0]],
  recipient: event.email,
  enhanced: event.status,
  words: event.reason ?? event.response ?? "",
});

/** Its classes of bounces and blocks. */
const CLASSES: Readonly<Record<string, BounceClass>> = {
  "invalid address": "hard",
  reputation: "block",
  content: "block",
  "mailbox unavailable": "soft",
  "technical failure": "soft",
  technical: "soft",
  "frequency or volume too high": "soft",
};

const MEANINGS: Readonly<Record<string, (event: Event) => Meaning>> = {
  bounce: (event) => ({ is: "refused", as: classOf(event) }),
  blocked: (event) => ({ is: "refused", as: classOf(event) }),
  dropped: ({ reason }) => dropped(reason ?? ""),
  deferred: () => ({ is: "deferred" }),
  spamreport: () => ({ is: "complaint" }),
  unsubscribe: () => ({ is: "unsubscribed" }),
  group_unsubscribe: () => ({ is: "unsubscribed" }),
  delivered: () => ({ is: "delivered" }),
};

const meaningOf = (event: Event): Meaning | null =>
  Object.hasOwn(MEANINGS, event.event) ? (MEANINGS[event.event]?.(event) ?? null) : null;

function classOf({ type, status, reason, bounce_classification: classification }: Event) {
  const name = (classification ?? "").toLowerCase();
  if (Object.hasOwn(CLASSES, name)) return CLASSES[name];
  // A block is no verdict on the address.
  return type === "blocked" ? undefined : permanentWithout(status, reason);
}

/** Blocked by SendGrid itself. */
function dropped(reason: string): Meaning {
  if (/bounced|spam report|unsubscri/i.test(reason)) {
    return { is: "listed", list: listReason(reason) };
  }
  if (/spam content/i.test(reason)) return { is: "refused", as: "block" };
  // "Invalid" alone is the address; an invalid SMTPAPI header is our own.
  return /^invalid(?: (?:e-?mail|address|recipient).*)?$/i.test(reason.trim())
    ? { is: "refused", as: "hard" }
    : { is: "refused", as: "soft" };
}
