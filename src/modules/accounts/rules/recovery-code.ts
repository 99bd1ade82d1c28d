import { createHash, randomBytes } from "node:crypto";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { UserId } from "#platform/rules/ids.ts";

export const RECOVERY_CODES = 10;

/** No I, L, O and U, which are misread. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 120 bits: nobody guesses them, so that a plain hash is enough to store them. */
const LENGTH = 24;
const GROUP = 4;

/** New codes, in groups of four: `8XK2-...`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte, i) => {
      const separator = i > 0 && i % GROUP === 0 ? "-" : "";
      return separator + LETTERS[byte % LETTERS.length];
    }).join(""),
  );

/** What is stored of a code, and looked up. Case, spaces and signs that look alike make no difference. */
export function recoveryCodeHash(userId: UserId, code: OutsideText): string {
  const letters = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return createHash("sha256").update(`recovery-code:${userId}:${letters}`).digest("hex");
}
