import { createHash } from "node:crypto";
import type { z } from "zod";
import { SendgridEvent } from "#contract/provider-webhooks.ts";
import {
  addressIn,
  bareIds,
  permanentClass,
  type ProviderNotice,
} from "#domain/providers/notice.ts";
import { isFresh, isSendgridSignature } from "#domain/providers/signatures.ts";
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
      return event.success ? noticesOf(event.data) : [];
    });
  },
};

function noticesOf(event: z.output<typeof SendgridEvent>): ProviderNotice[] {
  const kind = kindOf(event);
  if (kind === null) return [];
  return [
    {
      kind,
      messageIds: bareIds([event["smtp-id"]]),
      // The part before the first dot is what its server answers when it takes the mail.
      providerIds: bareIds([event.sg_message_id?.split(".")[0]]),
      recipient: addressIn(event.email),
      code: event.status ?? "",
      reason: event.reason ?? event.response ?? "",
    },
  ];
}

function kindOf(event: z.output<typeof SendgridEvent>): ProviderNotice["kind"] | null {
  const reason = event.reason ?? "";
  switch (event.event) {
    case "bounce":
      return event.type === "blocked" ? "block" : permanentClass(event.status || null, reason);
    case "deferred":
      return "soft";
    case "dropped":
      if (/^invalid/i.test(reason)) return "hard";
      // What is on its lists was not asked again.
      return /spam content/i.test(reason) ? "block" : "soft";
    case "spamreport":
      return "complaint";
    case "delivered":
      return "delivered";
    default:
      return null;
  }
}
