import type { z } from "zod";
import { ResendEvent } from "#contract/provider-webhooks.ts";
import { addressIn, bareIds, type ProviderNotice } from "#domain/providers/notice.ts";
import { isFresh, isSvixSignature } from "#domain/providers/signatures.ts";
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
    return event.success ? noticesOf(event.data) : [];
  },
};

function noticesOf({ type, data }: z.output<typeof ResendEvent>): ProviderNotice[] {
  const kind = kindOf(type, data);
  if (kind === null) return [];
  const named = data.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  const reason = data.bounce?.message ?? "";
  return (data.to ?? []).slice(0, 50).map((address) => ({
    kind,
    messageIds: bareIds([data.message_id, named]),
    providerIds: bareIds([data.email_id]),
    recipient: addressIn(address),
    code: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0] ?? "",
    reason:
      reason === "" ? [data.bounce?.type, data.bounce?.subType].filter(Boolean).join(", ") : reason,
  }));
}

function kindOf(
  type: string,
  { bounce }: z.output<typeof ResendEvent>["data"],
): ProviderNotice["kind"] | null {
  switch (type) {
    case "email.bounced":
      if (/suppress/i.test(`${bounce?.subType ?? ""} ${bounce?.message ?? ""}`)) return "soft";
      return /^(transient|temporary|undetermined)$/i.test(bounce?.type ?? "") ? "soft" : "hard";
    case "email.suppressed":
    case "email.delivery_delayed":
      return "soft";
    case "email.complained":
      return "complaint";
    case "email.delivered":
      return "delivered";
    default:
      return null;
  }
}
