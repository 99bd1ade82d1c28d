import { createHash } from "node:crypto";
import type { z } from "zod";
import { PostmarkEvent } from "#contract/provider-webhooks.ts";
import { addressIn, bareIds, type ProviderNotice } from "#domain/providers/notice.ts";
import { isPostmarkSecret } from "#domain/providers/signatures.ts";
import type { Source } from "./source.ts";

/** Header for the secret, where it does not come as password of the URL. */
const SECRET_HEADER = "x-webhook-secret";

const KINDS: Readonly<Record<string, ProviderNotice["kind"]>> = {
  HardBounce: "hard",
  BadEmailAddress: "hard",
  SoftBounce: "soft",
  Transient: "soft",
  DnsError: "soft",
  Unknown: "soft",
  Undeliverable: "soft",
  Blocked: "block",
  SpamNotification: "block",
  DMARCPolicy: "block",
  SpamComplaint: "complaint",
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
    const told: unknown = JSON.parse(text);
    return (Array.isArray(told) ? (told as unknown[]) : [told]).flatMap((one) => {
      const event = PostmarkEvent.safeParse(one);
      return event.success ? noticesOf(event.data) : [];
    });
  },
};

function noticesOf(event: z.output<typeof PostmarkEvent>): ProviderNotice[] {
  const kind = kindOf(event);
  if (kind === null) return [];
  return [
    {
      kind,
      // X-PM-Metadata-* of the mail comes back as it was given.
      messageIds: bareIds(
        Object.values(event.Metadata ?? {}).map((v) => (typeof v === "string" ? v : null)),
      ),
      providerIds: bareIds([event.MessageID]),
      recipient: addressIn(event.Email ?? event.Recipient),
      code: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(event.Details ?? "")?.[0] ?? event.Type ?? "",
      reason: [event.Description, event.Details].filter(Boolean).join(" "),
    },
  ];
}

function kindOf(event: z.output<typeof PostmarkEvent>): ProviderNotice["kind"] | null {
  switch (event.RecordType) {
    case "Bounce":
      return Object.hasOwn(KINDS, event.Type ?? "") ? (KINDS[event.Type ?? ""] ?? null) : null;
    case "SpamComplaint":
      return "complaint";
    case "Delivery":
      return "delivered";
    default:
      return null;
  }
}
