import { createHmac } from "node:crypto";
import { hmacCode, hmacKey, type HmacKey } from "#platform/rules/hmac.ts";

/** What a code is for; a code of one purpose never passes as another's. */
export type MacPurpose =
  | "hit"
  | "link"
  | "honeypot"
  | "unsubscribe"
  | "source"
  | "key-id"
  | "warmup"
  | "exchange";

/** Characters of a code: 14 of base64url, so 84 bits (80 are the least). */
export const MAC_LENGTH = 14;

/** HMAC-SHA256 under a key of its own for each purpose, shortened to `MAC_LENGTH` characters. */
export const macOf = (secret: string, purpose: MacPurpose, text: string): string =>
  hmacCode(keyOf(secret, purpose), text, MAC_LENGTH);

/** Whether two codes are the same; takes as long for a wrong one as for the right one. */
export function sameMac(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

const keys = new Map<string, Map<MacPurpose, HmacKey>>();

/** Derived once per process: making a key costs more than using it. */
function keyOf(secret: string, purpose: MacPurpose): HmacKey {
  let own = keys.get(secret);
  if (!own) keys.set(secret, (own = new Map()));
  let key = own.get(purpose);
  if (!key) {
    key = hmacKey(createHmac("sha256", secret).update(`outrider tracking ${purpose}`).digest());
    own.set(purpose, key);
  }
  return key;
}
