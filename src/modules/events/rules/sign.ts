import { createHmac } from "node:crypto";
import type { UnixMs } from "#platform/rules/ids.ts";

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

/**
 * Headers of a delivery: the specification's signature and, beside it, those of Standard
 * Webhooks, so that off-the-shelf verifiers accept it too.
 */
export function signedHeaders(delivery: SignedDelivery): Record<string, string> {
  const { secret, id, body } = delivery;
  const timestamp = String(Math.floor(delivery.at / 1_000));
  const standard = createHmac("sha256", standardKey(secret)).update(`${id}.${timestamp}.${body}`);
  return {
    "Content-Type": "application/json",
    "User-Agent": "Outrider-Webhooks/1.0",
    "X-Webhook-Signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    "X-Webhook-Event": delivery.event,
    "X-Webhook-Attempt": String(delivery.attempt),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
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
