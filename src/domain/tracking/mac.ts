import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** What a code is for; a code of one purpose never passes as another's. */
export type MacPurpose =
  | "hit"
  | "link"
  | "honeypot"
  | "unsubscribe"
  | "source"
  | "key-id"
  | "warmup";

/** Characters of a code: 14 of base64url, so 84 bits (contract 2.16 asks for 80). */
export const MAC_LENGTH = 14;

/** HMAC-SHA256 under a key of its own for each purpose, shortened to `MAC_LENGTH` characters. */
export function macOf(secret: string, purpose: MacPurpose, text: string): string {
  return createHmac("sha256", keyOf(secret, purpose))
    .update(text)
    .digest("base64url")
    .slice(0, MAC_LENGTH);
}

/** Whether two codes are the same; takes as long for a wrong one as for the right one. */
export function sameMac(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

const keys = new Map<string, Map<MacPurpose, KeyObject>>();

/** Derived once per process: making a key costs more than using it. */
function keyOf(secret: string, purpose: MacPurpose): KeyObject {
  let own = keys.get(secret);
  if (!own) keys.set(secret, (own = new Map()));
  let key = own.get(purpose);
  if (!key) {
    key = createSecretKey(
      createHmac("sha256", secret).update(`outrider tracking ${purpose}`).digest(),
    );
    own.set(purpose, key);
  }
  return key;
}
