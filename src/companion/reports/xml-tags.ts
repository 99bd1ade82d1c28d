import type { OutsideText } from "#platform/rules/outside-text.ts";
import { Flawed } from "./unpack.ts";

/*
 * What stands between `<` and `>`, by XML 1.0 (fifth edition). Line ends are `\n` already. Null means
 * everywhere that the text ends before it is complete: more of it may come.
 */

const MAX_ATTRIBUTES = 32;

export type Tag = {
  /** Behind its `>`. */
  readonly end: number;
  readonly isEmpty: boolean;
  readonly attributes: readonly Attribute[];
};
type Attribute = { readonly name: string; readonly value: string; readonly end: number };

/** Throws `Flawed`: what is not well-formed is not repaired. */
export function broken(): never {
  throw new Flawed("broken_xml");
}

const NAME =
  /[:A-Z_a-z\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2FF}\u{370}-\u{37D}\u{37F}-\u{1FFF}\u{200C}-\u{200D}\u{2070}-\u{218F}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{EFFFF}][-.0-9:A-Z_a-z\u{B7}\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{37D}\u{37F}-\u{1FFF}\u{200C}-\u{200D}\u{203F}-\u{2040}\u{2070}-\u{218F}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{EFFFF}]*/uy;
/** Of names without other letters, which are all that a report has: 3 may begin one, 2 only goes on. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[:A-Z_a-z]/.test(character) ? 3 : /[-.0-9]/.test(character) ? 2 : 0;
});

/** Where the name ends that begins here; `from` where none does. */
export function endOfName(text: OutsideText, from: number): number {
  let end = from;
  let code = text.charCodeAt(end);
  if (code < 128 && (ASCII[code] ?? 0) !== 3) return from;
  while (code < 128 && (ASCII[code] ?? 0) !== 0) code = text.charCodeAt(++end);
  if (!(code >= 128)) return end;
  NAME.lastIndex = from;
  return NAME.test(text) ? NAME.lastIndex : from;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}

export function endOfSpaces(text: OutsideText, from: number): number {
  let end = from;
  while (isSpace(text.charCodeAt(end))) end++;
  return end;
}

/** The rest of a tag behind its name. Throws `Flawed`. */
export function restOfTag(text: OutsideText, from: number): Tag | null {
  const end = text.length;
  const attributes: Attribute[] = [];
  let at = from;
  while (at < end) {
    const next = endOfSpaces(text, at);
    if (next >= end) return null;
    const code = text.charCodeAt(next);
    if (code === 0x3e || code === 0x2f) {
      const isEmpty = code === 0x2f;
      if (isEmpty && next + 1 >= end) return null;
      if (isEmpty && text.charCodeAt(next + 1) !== 0x3e) broken();
      if (new Set(attributes.map(({ name }) => name)).size < attributes.length) broken();
      return { end: next + (isEmpty ? 2 : 1), isEmpty, attributes };
    }
    if (next === at) broken();
    const attribute = attributeAt(text, next);
    if (attribute === null) return null;
    if (attributes.push(attribute) > MAX_ATTRIBUTES) throw new Flawed("too_many_attributes");
    at = attribute.end;
  }
  return null;
}

function attributeAt(text: OutsideText, from: number): Attribute | null {
  const end = text.length;
  const nameEnd = endOfName(text, from);
  if (nameEnd === from) broken();
  const equals = endOfSpaces(text, nameEnd);
  if (equals >= end) return null;
  if (text.charAt(equals) !== "=") broken();
  const open = endOfSpaces(text, equals + 1);
  if (open >= end) return null;
  const quote = text.charAt(open);
  if (quote !== '"' && quote !== "'") broken();
  const close = text.indexOf(quote, open + 1);
  const value = text.slice(open + 1, close < 0 ? end : close);
  if (value.includes("<")) broken();
  if (close < 0) return null;
  if (value.includes("&")) referred(value);
  return { name: text.slice(from, nameEnd), value, end: close + 1 };
}

/** Without a limit for digits, as they come: a code beyond Unicode is found by its size. */
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#([0-9]+)|#x([0-9A-Fa-f]+));|&/g;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** The text with the characters that it refers to. Throws `Flawed` for what XML itself does not define. */
export function referred(text: OutsideText): string {
  return text.replace(REFERENCE, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name] ?? broken();
    const code = decimal === undefined ? parseInt(hex ?? "", 16) : parseInt(decimal, 10);
    return isCharacter(code) ? String.fromCodePoint(code) : broken();
  });
}

const isCharacter = (code: number): boolean =>
  isSpace(code) ||
  code === 0x0d ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

const DECLARED: readonly (readonly [name: string, value: RegExp])[] = [
  ["version", /^1\.[0-9]+$/],
  ["encoding", /^[A-Za-z][A-Za-z0-9._-]*$/],
  ["standalone", /^(?:yes|no)$/],
];

/** Whether this is what an XML declaration says behind its name. Throws `Flawed`. */
export function isDeclaration(text: OutsideText): boolean {
  const tag = restOfTag(`${text}>`, 0);
  if (tag?.end !== text.length + 1 || tag.isEmpty) return false;
  if (tag.attributes[0]?.name !== "version") return false;
  const places = tag.attributes.map(({ name, value }) =>
    DECLARED.findIndex(([known, pattern]) => known === name && pattern.test(value)),
  );
  return places.every((place, n) => place > (places[n - 1] ?? -1));
}
