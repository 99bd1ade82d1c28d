import { createHmac } from "node:crypto";
import type { DeliveryId, UnixMs } from "#platform/rules/ids.ts";

/** What a delivery says about itself beside its body. */
export type SignedDelivery = {
  readonly secret: string;
  /** Stable over retries, so that a receiver can drop a repeat. */
  readonly id: string;
  readonly event: string;
  /** 1 for the first request. */
  readonly attempt: number;
  /** The exact bytes that are posted. */
  readonly body: string;
  readonly at: UnixMs;
};

/** `webhook-id`: the same for every attempt, and for no other delivery of this or another install. */
export const webhookIdOf = (id: DeliveryId, createdAt: UnixMs): string =>
  `msg_${id}_${createdAt.toString(36)}`;

/** `webhook-id` of a test, whose attempt has this lease. */
export const testWebhookIdOf = (lease: string): string => `msg_test_${lease}`;

/** Headers of a delivery that need no secret. */
export const openHeaders = (
  delivery: Pick<SignedDelivery, "id" | "event" | "attempt" | "at">,
): Record<string, string> => ({
  "Content-Type": "application/json",
  "User-Agent": "Outrider-Webhooks/1.0",
  "X-Webhook-Event": delivery.event,
  "X-Webhook-Attempt": String(delivery.attempt),
  "webhook-id": delivery.id,
  "webhook-timestamp": secondsOf(delivery.at),
});

const secondsOf = (at: UnixMs): string => String(Math.floor(at / 1_000));

/**
 * Headers of a delivery: the specification's signature and, beside it, those of Standard
 * Webhooks, so that off-the-shelf verifiers accept it too.
 */
export function signedHeaders(delivery: SignedDelivery): Record<string, string> {
  const { secret, id, body } = delivery;
  const signed = `${id}.${secondsOf(delivery.at)}.${body}`;
  const standard = createHmac("sha256", standardKey(secret)).update(signed);
  return {
    ...openHeaders(delivery),
    "X-Webhook-Signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    "webhook-signature": `v1,${standard.digest("base64")}`,
  };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A `whsec_` secret is base64 of the key; one that is not, or is empty, counts as plain text. */
function standardKey(secret: string): Uint8Array {
  const encoded = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : "";
  const isKey = encoded !== "" && BASE64.test(encoded);
  return isKey ? Buffer.from(encoded, "base64") : Buffer.from(secret, "utf8");
}
