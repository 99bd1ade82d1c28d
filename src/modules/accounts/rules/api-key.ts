import type { OutsideText } from "#platform/rules/outside-text.ts";
import { createHash, randomBytes } from "node:crypto";

/** How every key begins. */
export const API_KEY_PREFIX = "svc_live_";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;
const FORMAT = new RegExp(
  `^${API_KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`,
);

/** A new key: the prefix, 32 random base62 characters and 6 of checksum, so that a typing error is seen without a look-up. */
export function newApiKey(): string {
  const random = randomBase62(RANDOM_LENGTH);
  return `${API_KEY_PREFIX}${random}${checksum(random)}`;
}

/** Whether the text has the form of a key and its checksum fits. */
export function isApiKey(text: OutsideText): boolean {
  const match = FORMAT.exec(text);
  return match !== null && checksum(match[1] ?? "") === match[2];
}

/** What is stored, and looked up: SHA-256 of the whole key, hex. The key has 190 bits; it needs no salt. */
export const apiKeyHash = (key: string): string => createHash("sha256").update(key).digest("hex");

function checksum(random: string): string {
  const digest = createHash("sha256").update(`outrider:${random}`).digest();
  return Array.from({ length: CHECK_LENGTH }, (_, i) => BASE62[(digest[i] ?? 0) % 62]).join("");
}

/** Unbiased: bytes from 248 on are thrown away. */
function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}
