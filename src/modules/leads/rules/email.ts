import type { OutsideText } from "#platform/rules/outside-text.ts";
import { MAX_FIELD_CHARS } from "./fields.ts";

/** Characters that look like nothing, or turn the direction of writing, and come along when an address is copied. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;
/** ASCII as Japanese and Chinese keyboards write it, the at sign among it. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const CONTROL = /\p{Cc}/u;
/** What is in its stored form already, as nearly all of a file is: most of the work is to see that. */
const STORED = /^[a-z0-9!#$%&*+/=?^_`{|}~-][a-z0-9!#$%&'*+/=?^_`{|}~.-]*@[a-z0-9.-]*[a-z0-9-]$/;

const QUOTES = "'\"“”„‟‘’‚‛´«»‹›";
/** Taken off in front of an address, and behind it: no address begins or ends with any of these. */
const BEFORE = new Set(Array.from(`${QUOTES} \t\r\n\u00A0\u3000,;:<`));
const BEHIND = new Set(Array.from(`${QUOTES} \t\r\n\u00A0\u3000,;:<>.!、。`));
const SEPARATORS = /[\s,;|/&<>()"、]+/;

/**
 * The stored form of an address, the key of "one lead per address": unwrapped from `Name
 * <address>`, `mailto:` with its query, quotes and punctuation, without invisible characters, lower
 * case, NFC. Null unless there is text on both sides of the last `@`: an upload requires no more;
 * validation decides whether the address is good. Null also for several addresses and above 1,000
 * characters. Linear.
 */
export function normalizeEmail(text: OutsideText): string | null {
  if (text.length > MAX_FIELD_CHARS) return null;
  if (STORED.test(text)) return text;
  const visible = toPlainText(text);
  if (countAddresses(visible) > 1) return null;
  const address = unwrap(visible).toLowerCase().normalize("NFC");
  const at = address.lastIndexOf("@");
  if (at < 1 || at === address.length - 1 || CONTROL.test(address)) return null;
  return address;
}

/** Whether a text holds more than one address, so that nobody can say which is meant. */
export const holdsSeveralAddresses = (text: OutsideText): boolean =>
  text.length <= MAX_FIELD_CHARS && countAddresses(toPlainText(text)) > 1;

const toPlainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(INVISIBLE, "")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim();

/** Different addresses; a quoted local part counts as one, whatever it holds. */
function countAddresses(text: string): number {
  if (text.indexOf("@") === text.lastIndexOf("@")) return 1;
  const bracket = text.endsWith(">") ? text.lastIndexOf("<") : -1;
  // A name in front of the brackets may look like an address, and is one only in a list.
  const isNamed = bracket > 0 && !/[,;>]/.test(withoutQuoted(text.slice(0, bracket)));
  if (LINK_TO_ITSELF.test(text)) return 1;
  const listed = isNamed ? text.slice(bracket) : /\s/.test(text) ? text : withoutQuery(text);
  if (listed.includes('"@')) return 1;
  const found = listed
    .split(SEPARATORS)
    .map((word) => strip(word).toLowerCase())
    .filter((word) => word.includes("@", 1));
  return new Set(found).size;
}

const withoutQuoted = (text: string): string => text.replace(/"[^"]*"/g, "");

/** Removes wrapping around an address until there is none left. */
function unwrap(text: string): string {
  let inner = text;
  for (;;) {
    const before = inner;
    inner = /^[^<>]*<([^<>]*)>$/.exec(strip(inner, "<>"))?.[1] ?? inner;
    inner = strip(inner).replace(/^mailto:/i, "");
    inner = withoutQuery(withoutNotes(inner));
    if (inner.startsWith("(") && inner.endsWith(")")) inner = inner.slice(1, -1);
    if (inner === before) return inner;
  }
}

const ADDRESS = "[^\\s@<>()[\\]]+@[^\\s@<>()[\\]]+\\.[^\\s@<>()[\\]]+";
/** What tools note beside an address: a label, its kind in square brackets, the result of a check. Round ones are a comment (RFC 5322). */
const NOTED = new RegExp(
  `^(?:(?:e-?mail|mail|courriel|correo|posta|private?|work|office)\\s?:\\s?|\\[[^@[\\]]{1,40}\\]\\s+)?(${ADDRESS}?)(?:\\s+\\[[^@[\\]]{1,40}\\]|\\s+[-–|]\\s+[^@]{1,40})?$`,
  "i",
);
/** Notion and Slack write an address as a link to itself. */
const LINK_TO_ITSELF = /^\[([^\s[\]@]+@[^\s[\]@]+)\]\(mailto:\1\)$/i;
const MAX_NOTED = 300;

/** Without notes around it. An address with blanks in its name is none of these and stays as it is. */
function withoutNotes(text: string): string {
  if (text.length > MAX_NOTED || text.includes('"')) return text;
  const link = LINK_TO_ITSELF.exec(text)?.[1];
  if (link !== undefined) return link;
  const joined = text.replace(/(?<=\S)\s{1,3}@\s{0,3}|@\s{1,3}/, "@");
  return NOTED.exec(/\s/.test(text) ? joined : text)?.[1] ?? text;
}

/** Without quotes, white space and punctuation at both ends; `keep` stays where it is. */
function strip(text: string, keep = ""): string {
  const isQuotedLocal = text.includes('"@');
  let from = 0;
  let to = text.length;
  const goes = (set: ReadonlySet<string>, at: number): boolean => {
    const sign = text[at] ?? "";
    return set.has(sign) && !keep.includes(sign);
  };
  while (from < to && goes(BEFORE, from) && !(isQuotedLocal && text[from] === '"')) from++;
  while (to > from && goes(BEHIND, to - 1)) to--;
  return text.slice(from, to);
}

/** `?subject=...` behind an address that was copied from a link. */
function withoutQuery(text: string): string {
  const at = text.includes('"') ? -1 : text.indexOf("@");
  const query = at < 0 ? -1 : text.indexOf("?", at);
  return query < 0 ? text : text.slice(0, query);
}
