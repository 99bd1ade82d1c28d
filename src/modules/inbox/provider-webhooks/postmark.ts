import { createHash } from "node:crypto";
import type { z } from "zod";
import { PostmarkEvent } from "#modules/inbox/contract/provider-webhooks.ts";
import {
  type Meaning,
  noticesOf,
  type ProviderEvent,
} from "#modules/inbox/rules/providers/notice.ts";
import { isPostmarkSecret } from "#modules/inbox/rules/providers/signatures.ts";
import type { Source } from "./source.ts";

/** Header for the secret, where it does not come as password of the URL. */
const SECRET_HEADER = "x-webhook-secret";

/** Its types of bounces; what has no entry concerns nobody here. */
const TYPES: Readonly<Record<string, Meaning>> = {
  HardBounce: { is: "refused", as: "hard" },
  BadEmailAddress: { is: "refused", as: "hard" },
  SoftBounce: { is: "refused", as: "soft" },
  Undeliverable: { is: "refused", as: "soft" },
  Unknown: { is: "refused", as: "soft" },
  Blocked: { is: "refused", as: "block" },
  SpamNotification: { is: "refused", as: "block" },
  VirusNotification: { is: "refused", as: "block" },
  DMARCPolicy: { is: "refused", as: "block" },
  Transient: { is: "deferred" },
  DnsError: { is: "deferred" },
  SMTPApiError: { is: "deferred" },
  SpamComplaint: { is: "complaint" },
  Unsubscribe: { is: "unsubscribed" },
  ManuallyDeactivated: { is: "unsubscribed" },
};

/** Postmark, which signs nothing: the key is a secret of the operator's choice in the webhook's URL or header. */
export const postmark: Source = {
  maxBytes: 1024 * 1024,
  installKeys: ({ POSTMARK_WEBHOOK_SECRET: key }) => (key === undefined ? [] : [key]),
  async verify(_deps, call, key) {
    const given = {
      authorization: call.header("authorization"),
      header: call.header(SECRET_HEADER),
    };
    if (!isPostmarkSecret(key, given)) return null;
    return { id: createHash("sha256").update(call.bytes).digest("hex") };
  },
  read(text) {
    const payload: unknown = JSON.parse(text);
    return (Array.isArray(payload) ? (payload as unknown[]) : [payload]).flatMap((one) => {
      const event = PostmarkEvent.safeParse(one);
      return event.success ? noticesOf([eventOf(event.data)]) : [];
    });
  },
};

type Event = z.output<typeof PostmarkEvent>;

const eventOf = (event: Event): ProviderEvent => ({
  means: meaningOf(event),
  // X-PM-Metadata-* of the mail comes back as it was given.
  messageIds: Object.values(event.Metadata ?? {}).map((v) => (typeof v === "string" ? v : null)),
  providerIds: [event.MessageID],
  recipient: event.Email ?? event.Recipient,
  enhanced: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(event.Details ?? "")?.[0],
  code: event.Type,
  words: event.Details ?? "",
  prose: event.Description,
});

/** Old calls name no kind of record: what has a type is a bounce. */
function meaningOf(event: Event): Meaning | null {
  switch (event.RecordType ?? "Bounce") {
    case "Bounce":
      return Object.hasOwn(TYPES, event.Type ?? "") ? (TYPES[event.Type ?? ""] ?? null) : null;
    case "SpamComplaint":
      return { is: "complaint" };
    case "Delivery":
      return { is: "delivered" };
    case "SubscriptionChange":
      return changeOf(event);
    default:
      return null;
  }
}

/** An address on or off the list of a message stream. */
function changeOf({ SuppressSending: isOn, SuppressionReason: reason }: Event): Meaning | null {
  if (isOn !== true) return null;
  if (reason === "HardBounce") return { is: "listed", list: "bounced" };
  if (reason === "SpamComplaint") return { is: "listed", list: "complained" };
  return { is: "unsubscribed" };
}
