import { MAX_FIELD_CHARS } from "./fields.ts";

/** Characters that look like nothing and come along when an address is copied from a page. */
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
const CONTROL = /\p{Cc}/u;
/** What is in its stored form already, as nearly all of a file is: most of the work is to see that. */
const STORED = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9.-]+$/;

/**
 * The stored form of an address, the key of "one lead per address": unwrapped from `Name <address>`
 * and `mailto:`, trimmed, lower case, NFC. Null unless something stands on both sides of the last
 * `@`: that is all an upload asks for; whether the address is good, validation says (contract 1.4).
 * Null also above 1,000 characters.
 */
export function normalizeEmail(text: string): string | null {
  if (text.length > MAX_FIELD_CHARS) return null;
  if (STORED.test(text)) return text;
  const visible = text.toWellFormed().replace(INVISIBLE, "").trim();
  const inner = /^[^<>]*<([^<>]*)>$/.exec(visible)?.[1] ?? visible;
  const address = inner
    .trim()
    .replace(/^(?:mailto:\s*)+/i, "")
    .toLowerCase()
    .normalize("NFC");
  const at = address.lastIndexOf("@");
  if (at < 1 || at === address.length - 1 || CONTROL.test(address)) return null;
  return address;
}
