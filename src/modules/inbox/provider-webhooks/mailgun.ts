import type { z } from "zod";
import { MailgunCall, MailgunEvent } from "#modules/inbox/contract/provider-webhooks.ts";
import {
  type ListReason,
  listReason,
  type Meaning,
  noticesOf,
  permanentWithout,
  type ProviderEvent,
} from "#modules/inbox/rules/providers/notice.ts";
import { isFresh, isMailgunSignature } from "#modules/inbox/rules/providers/signatures.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { parseJson, type Source } from "./source.ts";

/** Codes of its own lists: it did not ask the receiver. */
const LISTS: Readonly<Record<string, ListReason>> = {
  "605": "bounced",
  "606": "unsubscribed",
  "607": "complained",
  "625": "bounced",
};
/** Its last retry comes eight hours after the first call, under that call's signature; tokens are remembered for longer. */
const WINDOW_MS = 8 * HOUR_MS + 5 * MINUTE_MS;

/** Mailgun. The key is the account's webhook signing key; the signature covers time and token only. */
export const mailgun: Source = {
  maxBytes: 1024 * 1024,
  installKeys: ({ MAILGUN_SIGNING_KEY: key }) => (key === undefined ? [] : [key]),
  async verify(deps, call, key) {
    const body = MailgunCall.safeParse(parseJson(call.text));
    if (!body.success) return null;
    const { signature } = body.data;
    if (
      !isFresh(signature.timestamp, deps.now(), WINDOW_MS) ||
      !isMailgunSignature(key, signature)
    ) {
      return null;
    }
    return { id: signature.token, isBodyUnsigned: true };
  },
  read(text) {
    const call = MailgunCall.parse(JSON.parse(text));
    const event = MailgunEvent.safeParse(call["event-data"]);
    return event.success ? noticesOf([eventOf(event.data)]) : [];
  },
};

type Event = z.output<typeof MailgunEvent>;

function eventOf(event: Event): ProviderEvent {
  const status = event["delivery-status"];
  const words = [status?.message, status?.description].filter(Boolean).join(" ");
  return {
    means: meaningOf(event),
    messageIds: [event.message?.headers?.["message-id"]],
    providerIds: [],
    recipient: event.recipient,
    code: status?.code,
    enhanced: status?.["enhanced-code"],
    words: words === "" ? (event.reason ?? "") : words,
  };
}

const MEANINGS: Readonly<Record<string, (event: Event) => Meaning>> = {
  failed,
  complained: () => ({ is: "complaint" }),
  unsubscribed: () => ({ is: "unsubscribed" }),
  delivered: () => ({ is: "delivered" }),
};

const meaningOf = (event: Event): Meaning | null =>
  Object.hasOwn(MEANINGS, event.event) ? (MEANINGS[event.event]?.(event) ?? null) : null;

function failed(event: Event): Meaning {
  const { severity, reason } = event;
  const status = event["delivery-status"];
  const code = String(status?.code ?? "");
  const list = LISTS[code];
  if (list !== undefined) return { is: "listed", list };
  if (/^suppress/i.test(reason ?? "")) return { is: "listed", list: listReason(reason ?? "") };
  // After eight hours of passing trouble it gives up, and calls that permanent.
  if (severity !== "permanent" || reason === "old") return { is: "deferred" };
  if (reason === "espblock") return { is: "refused", as: "block" };
  const isHard = /^hard$/i.test(status?.["bounce-type"] ?? "");
  return {
    is: "refused",
    as: isHard ? "hard" : permanentWithout(status?.message, status?.description),
  };
}
