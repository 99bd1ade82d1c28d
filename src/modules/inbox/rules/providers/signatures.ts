import { createHmac, timingSafeEqual, X509Certificate } from "node:crypto";
import type { UnixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";

/** A signature is good for this long either side. */
export const SIGNATURE_WINDOW_MS = 5 * MINUTE_MS;

/** Whether a time in seconds, as providers write it, is at most `windowMs` old and not ahead by more than clocks differ. */
export function isFresh(
  seconds: string | null,
  now: UnixMs,
  windowMs: number = SIGNATURE_WINDOW_MS,
): boolean {
  if (seconds === null || !/^\d{1,12}$/.test(seconds)) return false;
  const age = now - Number(seconds) * 1_000;
  return age <= windowMs && -age <= SIGNATURE_WINDOW_MS;
}

/** Whether two texts are the same, compared in constant time. */
export function sameText(a: string, b: string): boolean {
  const key = "compare";
  const digest = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Mailgun: hex HMAC-SHA256 of time and token. */
export function isMailgunSignature(
  key: string,
  signed: { readonly timestamp: string; readonly token: string; readonly signature: string },
): boolean {
  const expected = createHmac("sha256", key)
    .update(signed.timestamp + signed.token)
    .digest("hex");
  return sameText(expected, signed.signature.toLowerCase());
}

/** Svix, as Resend uses it: one of the `v1` signatures over id, time and the exact body. */
export function isSvixSignature(
  secret: string,
  call: {
    readonly id: string;
    readonly timestamp: string;
    readonly body: Uint8Array;
    readonly signatures: string;
  },
): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key)
    .update(`${call.id}.${call.timestamp}.`)
    .update(call.body)
    .digest("base64");
  return call.signatures
    .split(" ")
    .slice(0, 20)
    .some((entry) => entry.startsWith("v1,") && sameText(entry.slice(3), expected));
}

/** Postmark signs nothing: the secret comes as password of basic authentication or in a header. */
export function isPostmarkSecret(
  secret: string,
  given: { readonly authorization: string | null; readonly header: string | null },
): boolean {
  if (given.header !== null) return sameText(given.header, secret);
  const encoded = /^basic\s+([A-Za-z0-9+/=]{1,1000})$/i.exec(given.authorization ?? "")?.[1];
  if (encoded === undefined) return false;
  const login = Buffer.from(encoded, "base64").toString("utf8");
  const password = login.slice(login.indexOf(":") + 1);
  // Both are always compared, so that the time reveals nothing.
  const asPassword = sameText(password, secret);
  const asWhole = sameText(login, secret);
  return asPassword || asWhole;
}

/** SendGrid: ECDSA over P-256 of time and the exact body. False for a key or signature that is none. */
export async function isSendgridSignature(
  publicKey: string,
  call: { readonly timestamp: string; readonly body: Uint8Array; readonly signature: string },
): Promise<boolean> {
  const signature = rawEcdsa(Buffer.from(call.signature, "base64"));
  if (!signature) return false;
  const der = publicKey.replace(/-----[A-Z ]+-----|\s/g, "");
  try {
    const key = await crypto.subtle.importKey(
      "spki",
      new Uint8Array(Buffer.from(der, "base64")),
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["verify"],
    );
    const signed = new Uint8Array(Buffer.concat([Buffer.from(call.timestamp), call.body]));
    return await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, signed);
  } catch {
    return false;
  }
}

/** Two DER integers as the 64 bytes that WebCrypto takes; null for anything else. */
function rawEcdsa(der: Buffer): Uint8Array<ArrayBuffer> | null {
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2)
    return null;
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length === 0 || at + 2 + length > der.length) return null;
    const integer = der.subarray(at + 2, at + 2 + length);
    const digits = integer[0] === 0 ? integer.subarray(1) : integer;
    if (digits.length > 32) return null;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return at === der.length ? raw : null;
}

/** RSA over a certificate's key, PKCS #1 v1.5. False for a certificate or signature that is none. */
export async function isRsaSignature(
  certificatePem: string,
  hash: "SHA-1" | "SHA-256",
  text: string,
  signature: string,
): Promise<boolean> {
  try {
    const certificate = new X509Certificate(certificatePem);
    const spki = certificate.publicKey.export({ type: "spki", format: "der" });
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash };
    const key = await crypto.subtle.importKey("spki", new Uint8Array(spki), algorithm, false, [
      "verify",
    ]);
    return await crypto.subtle.verify(
      algorithm.name,
      key,
      new Uint8Array(Buffer.from(signature, "base64")),
      new TextEncoder().encode(text),
    );
  } catch {
    return false;
  }
}
