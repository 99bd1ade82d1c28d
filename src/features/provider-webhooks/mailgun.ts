import type { z } from "zod";
import { MailgunCall, MailgunEvent } from "#contract/provider-webhooks.ts";
import {
  addressIn,
  bareIds,
  permanentClass,
  type ProviderNotice,
} from "#domain/providers/notice.ts";
import { isFresh, isMailgunSignature } from "#domain/providers/signatures.ts";
import { parseJson } from "./parse-json.ts";
import type { Source } from "./source.ts";

/** Codes of its own suppression lists: it did not ask the receiver. */
const SUPPRESSED = new Set(["605", "606", "607", "625"]);

/** Mailgun. The key is the account's webhook signing key; the signature covers time and token only. */
export const mailgun: Source = {
  maxBytes: 1024 * 1024,
  installKeys: ({ MAILGUN_SIGNING_KEY: key }) => (key === undefined ? [] : [key]),
  async verify(deps, call, key) {
    const body = MailgunCall.safeParse(parseJson(call.text));
    if (!body.success) return null;
    const { signature } = body.data;
    if (!isFresh(signature.timestamp, deps.now()) || !isMailgunSignature(key, signature)) {
      return null;
    }
    return { id: signature.token, isBodyUnsigned: true };
  },
  read(text) {
    const call = MailgunCall.parse(JSON.parse(text));
    const event = MailgunEvent.safeParse(call["event-data"]);
    return event.success ? noticesOf(event.data) : [];
  },
};

function noticesOf(event: z.output<typeof MailgunEvent>): ProviderNotice[] {
  const status = event["delivery-status"];
  const number = String(status?.code ?? "");
  const words = [status?.message, status?.description].filter(Boolean).join(" ");
  const kind = kindOf(event, number, words);
  if (kind === null) return [];
  return [
    {
      kind,
      messageIds: bareIds([event.message?.headers?.["message-id"]]),
      providerIds: [],
      recipient: addressIn(event.recipient),
      code: status?.["enhanced-code"] || number,
      reason: words === "" ? (event.reason ?? "") : words,
    },
  ];
}

function kindOf(
  event: z.output<typeof MailgunEvent>,
  code: string,
  words: string,
): ProviderNotice["kind"] | null {
  switch (event.event) {
    case "failed":
      if (event.severity !== "permanent") return "soft";
      if (SUPPRESSED.has(code) || (event.reason ?? "").startsWith("suppress")) return "soft";
      return permanentClass(event["delivery-status"]?.["enhanced-code"] || null, words);
    case "complained":
      return "complaint";
    case "delivered":
      return "delivered";
    default:
      return null;
  }
}
