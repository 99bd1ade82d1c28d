import { createHmac, timingSafeEqual } from "node:crypto";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";

/** RFC 6238 as every authenticator app has it: HMAC-SHA-1, six digits, steps of 30 seconds. */
const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
/** RFC 4226 recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding, which apps take. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(value >>> bits) & 31];
    }
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31];
}

/** The code of one step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

export const totpStep = (at: UnixMs): number => Math.floor(at / STEP_MS);

/**
 * The step whose code this is: the present one or one beside it, for clocks that differ, and newer
 * than `lastStep`, so that no code counts twice. Null: none.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: OutsideText,
  now: UnixMs,
  lastStep: number,
): number | null {
  const present = totpStep(now);
  const given = Buffer.from(code.replace(/\s/g, ""));
  let found: number | null = null;
  for (const step of [present - 1, present, present + 1]) {
    const wanted = Buffer.from(totpCode(secret, step));
    const fits = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (fits && step > lastStep) found = step;
  }
  return found;
}

/** What an authenticator app reads, typed or as a QR code. */
export function otpauthUrl(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer.replaceAll(":", " "))}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: "SHA1",
    digits: String(DIGITS),
    period: String(STEP_MS / SECOND_MS),
  });
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
