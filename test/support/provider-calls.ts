import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of the providers' public payloads. Its shape is the test's to know. */
// oxlint-disable-next-line typescript/no-explicit-any
export const payload = (file: string): any =>
  JSON.parse(
    readFileSync(join(process.env["CORPORA_DIR"] ?? "", "provider-payloads", file), "utf8"),
  );

/** A call as a provider would make it. */
export type SignedCall = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

const ecdsa = generateKeyPairSync("ec", { namedCurve: "P-256" });
/** The key that SendGrid would show. */
export const SENDGRID_KEY = ecdsa.publicKey
  .export({ type: "spki", format: "der" })
  .toString("base64");

export function sendgridCall(events: unknown, atMs: number): SignedCall {
  const body = JSON.stringify(events);
  const timestamp = String(Math.floor(atMs / 1_000));
  const signature = sign("sha256", Buffer.from(timestamp + body), ecdsa.privateKey);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-timestamp": timestamp,
      "x-twilio-email-event-webhook-signature": signature.toString("base64"),
    },
  };
}

export function mailgunCall(key: string, event: unknown, atMs: number, token: string): SignedCall {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  return {
    body: JSON.stringify({ signature: { timestamp, token, signature }, "event-data": event }),
    headers: { "content-type": "application/json" },
  };
}

export function resendCall(secret: string, event: unknown, atMs: number, id: string): SignedCall {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(atMs / 1_000));
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    body,
    headers: {
      "content-type": "application/json",
      "svix-id": id,
      "svix-timestamp": timestamp,
      "svix-signature": `v1,AAAA v1,${signature}`,
    },
  };
}

export const postmarkCall = (secret: string, event: unknown): SignedCall => ({
  body: JSON.stringify(event),
  headers: {
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from(`hook:${secret}`).toString("base64")}`,
  },
});
