import type { OutsideText } from "#platform/rules/outside-text.ts";
import { Flawed } from "./unpack.ts";
import {
  broken,
  endOfName,
  endOfSpaces,
  isDeclaration,
  isSpace,
  referred,
  restOfTag,
} from "./xml-tags.ts";

const MAX_DEPTH = 16;
const MAX_TEXT = 64 * 1024;
/** Between two events: a tag, comment or text that goes on for longer is none of a report. */
const MAX_TOKEN = 128 * 1024;
const FEED = 64 * 1024;

// oxlint-disable-next-line no-control-regex -- characters that XML 1.0 never has
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** A `\r` whose `\n` may follow, and the first half of a character. */
const HALF = /[\r\ud800-\udbff]/;
const NO_SPACE = /[^ \n\t]/;
const COMMENT = "<!--";
const CDATA = "<![CDATA[";
const DOCTYPE = "<!DOCTYPE";

export type XmlEvents = {
  /** The name without its prefix. */
  open(name: string): void;
  text(text: string): void;
  close(): void;
};

/**
 * Reads well-formed XML 1.0 piece by piece and stops at the first thing that a report never has: a
 * DOCTYPE and so any entity of its own, depth, attributes, long texts or tokens. Throws `Flawed`.
 */
export function guardedXml(events: XmlEvents) {
  const names: string[] = [];
  /** What came of a token that is not complete, and of a character. */
  let rest = "";
  let held = "";
  let isBegun = false;
  let hasRoot = false;
  let length = 0;
  let seenAt = 0;
  let fed = 0;

  function take(text: string): void {
    seenAt = fed;
    length += text.length;
    if (length > MAX_TEXT) throw new Flawed("text_too_long");
    if (names.length > 0) events.text(text);
  }

  function taken(text: string, isPlain: boolean): void {
    if (names.length === 0 && NO_SPACE.test(text)) broken();
    if (isPlain) return take(text);
    if (text.includes("]]>")) broken();
    take(text.includes("&") ? referred(text) : text);
  }

  function opened(text: string, at: number): number | null {
    const nameEnd = endOfName(text, at + 1);
    if (nameEnd >= text.length) return null;
    if (nameEnd === at + 1 || (hasRoot && names.length === 0)) broken();
    if (names.length >= MAX_DEPTH) throw new Flawed("too_deep");
    const isPlain = text.charCodeAt(nameEnd) === 0x3e;
    const tag = isPlain ? null : restOfTag(text, nameEnd);
    if (!isPlain && tag === null) return null;
    const name = text.slice(at + 1, nameEnd);
    seenAt = fed;
    length = 0;
    hasRoot = true;
    events.open(name.slice(name.indexOf(":") + 1));
    if (tag?.isEmpty === true) events.close();
    else names.push(name);
    return tag?.end ?? nameEnd + 1;
  }

  function closed(text: string, at: number): number | null {
    const name = names.at(-1) ?? broken();
    let end = at + 2 + name.length;
    if (!text.startsWith(name, at + 2) || text.charCodeAt(end) !== 0x3e) {
      const nameEnd = endOfName(text, at + 2);
      if (nameEnd >= text.length) return null;
      if (nameEnd !== end || !text.startsWith(name, at + 2)) broken();
      end = endOfSpaces(text, nameEnd);
      if (end >= text.length) return null;
      if (text.charCodeAt(end) !== 0x3e) broken();
    }
    names.pop();
    seenAt = fed;
    length = 0;
    events.close();
    return end + 1;
  }

  function marked(text: string, at: number): number | null {
    if (text.startsWith(COMMENT, at)) {
      const dashes = text.indexOf("--", at + COMMENT.length);
      if (dashes < 0 || dashes + 2 >= text.length) return null;
      return text.charCodeAt(dashes + 2) === 0x3e ? dashes + 3 : broken();
    }
    if (text.startsWith(CDATA, at)) {
      if (names.length === 0) broken();
      const end = text.indexOf("]]>", at + CDATA.length);
      if (end < 0) return null;
      take(text.slice(at + CDATA.length, end));
      return end + 3;
    }
    if (text.startsWith(DOCTYPE, at)) {
      if (hasRoot) broken();
      throw new Flawed("doctype");
    }
    const begun = text.slice(at, at + CDATA.length);
    return [COMMENT, CDATA, DOCTYPE].some((mark) => mark.startsWith(begun)) ? null : broken();
  }

  function instructed(text: string, at: number): number | null {
    const nameEnd = endOfName(text, at + 2);
    if (nameEnd >= text.length) return null;
    const end = text.indexOf("?>", nameEnd);
    if (nameEnd === at + 2 || !(isSpace(text.charCodeAt(nameEnd)) || text[nameEnd] === "?"))
      broken();
    if (end < 0) return null;
    const name = text.slice(at + 2, nameEnd);
    const isFirst = !isBegun && name === "xml";
    if (isFirst ? !isDeclaration(text.slice(nameEnd, end)) : name.toLowerCase() === "xml") broken();
    return end + 2;
  }

  /** What begins with `<` here; where it ends, null for what is not complete. */
  function token(text: string, at: number): number | null {
    switch (text.charCodeAt(at + 1)) {
      case 0x2f:
        return closed(text, at);
      case 0x21:
        return marked(text, at);
      case 0x3f:
        return instructed(text, at);
      default:
        return opened(text, at);
    }
  }

  function read(piece: string): void {
    const text = rest + piece;
    // Asked of all at once: nearly every text is a few letters.
    const isPlain = !text.includes("&") && !text.includes("]]>");
    let at = 0;
    for (;;) {
      const next = text.indexOf("<", at);
      if (next < 0) break;
      if (next > at) {
        taken(text.slice(at, next), isPlain);
        isBegun = true;
        at = next;
      }
      const end = token(text, at);
      if (end === null) break;
      isBegun = true;
      at = end;
    }
    rest = text.slice(at);
  }

  /** Reads what comes before a character that there is not in XML; with it the text is broken. */
  function write(part: string): void {
    const wrong = part.search(NO_CHARACTER);
    let text = held + (wrong < 0 ? part : part.slice(0, wrong));
    const last = text.at(-1) ?? "";
    held = HALF.test(last) ? last : "";
    if (held !== "") text = text.slice(0, -1);
    read(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
    if (wrong >= 0) broken();
    fed += part.length;
    if (fed - seenAt > MAX_TOKEN) throw new Flawed("text_too_long");
  }

  return {
    write(piece: OutsideText): void {
      for (let i = 0; i < piece.length; i += FEED) write(piece.slice(i, i + FEED));
    },
    end(): void {
      if (!hasRoot || names.length > 0 || NO_SPACE.test(rest) || NO_SPACE.test(held.trim()))
        broken();
      take(rest);
    },
  };
}
