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

type State = {
  /** Of the elements that are open. */
  readonly names: string[];
  isBegun: boolean;
  hasRoot: boolean;
  /** Of the text since the last tag. */
  length: number;
  /** How much had come at the last event, and how much has come. */
  seenAt: number;
  fed: number;
};

/**
 * Reads well-formed XML 1.0 piece by piece and stops at the first thing that a report never has: a
 * DOCTYPE and so any entity of its own, depth, attributes, long texts or tokens. Throws `Flawed`.
 */
export function guardedXml(events: XmlEvents) {
  const state: State = {
    names: [],
    isBegun: false,
    hasRoot: false,
    length: 0,
    seenAt: 0,
    fed: 0,
  };
  const { take, token } = tokens(events, state);
  /** What came of a token that is not complete, and of a character. */
  let rest = "";
  let held = "";

  function taken(text: string, isPlain: boolean): void {
    if (state.names.length === 0 && NO_SPACE.test(text)) broken();
    if (isPlain) return take(text);
    if (text.includes("]]>")) broken();
    take(text.includes("&") ? referred(text) : text);
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
        state.isBegun = true;
        at = next;
      }
      const end = token(text, at);
      if (end === null) break;
      state.isBegun = true;
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
    state.fed += part.length;
    if (state.fed - state.seenAt > MAX_TOKEN) throw new Flawed("text_too_long");
  }

  return {
    write(piece: OutsideText): void {
      for (let i = 0; i < piece.length; i += FEED) write(piece.slice(i, i + FEED));
    },
    end(): void {
      if (!state.hasRoot || state.names.length > 0) broken();
      if (NO_SPACE.test(rest) || NO_SPACE.test(held.trim())) broken();
      take(rest);
    },
  };
}

/** What each kind of token does. `token` answers where one ends, null for what is not complete. */
function tokens(events: XmlEvents, state: State) {
  const { names } = state;

  function take(text: string): void {
    state.seenAt = state.fed;
    state.length += text.length;
    if (state.length > MAX_TEXT) throw new Flawed("text_too_long");
    if (names.length > 0) events.text(text);
  }

  function tagged(): void {
    state.seenAt = state.fed;
    state.length = 0;
  }

  function opened(text: string, at: number): number | null {
    const nameEnd = endOfName(text, at + 1);
    if (nameEnd >= text.length) return null;
    if (nameEnd === at + 1 || (state.hasRoot && names.length === 0)) broken();
    if (names.length >= MAX_DEPTH) throw new Flawed("too_deep");
    const isPlain = text.charCodeAt(nameEnd) === 0x3e;
    const tag = isPlain ? null : restOfTag(text, nameEnd);
    if (!isPlain && tag === null) return null;
    const name = text.slice(at + 1, nameEnd);
    tagged();
    state.hasRoot = true;
    events.open(name.slice(name.indexOf(":") + 1));
    if (tag?.isEmpty === true) events.close();
    else names.push(name);
    return tag?.end ?? nameEnd + 1;
  }

  function closed(text: string, at: number): number | null {
    const name = names.at(-1) ?? broken();
    const end = endOfClosing(text, at + 2, name);
    if (end === null) return null;
    names.pop();
    tagged();
    events.close();
    return end;
  }

  function marked(text: string, at: number): number | null {
    if (text.startsWith(COMMENT, at)) return endOfComment(text, at + COMMENT.length);
    if (text.startsWith(CDATA, at)) {
      if (names.length === 0) broken();
      const end = text.indexOf("]]>", at + CDATA.length);
      if (end < 0) return null;
      take(text.slice(at + CDATA.length, end));
      return end + 3;
    }
    if (text.startsWith(DOCTYPE, at)) {
      if (state.hasRoot) broken();
      throw new Flawed("doctype");
    }
    const begun = text.slice(at, at + CDATA.length);
    return [COMMENT, CDATA, DOCTYPE].some((mark) => mark.startsWith(begun)) ? null : broken();
  }

  function token(text: string, at: number): number | null {
    switch (text.charCodeAt(at + 1)) {
      case 0x2f:
        return closed(text, at);
      case 0x21:
        return marked(text, at);
      case 0x3f:
        return endOfInstruction(text, at + 2, !state.isBegun);
      default:
        return opened(text, at);
    }
  }

  return { take, token };
}

/** Behind the tag that closes `name`, whose name begins at `from`. */
function endOfClosing(text: string, from: number, name: string): number | null {
  const end = from + name.length;
  const isNamed = text.startsWith(name, from);
  if (isNamed && text.charCodeAt(end) === 0x3e) return end + 1;
  const nameEnd = endOfName(text, from);
  if (nameEnd >= text.length) return null;
  if (!isNamed || nameEnd !== end) broken();
  const closing = endOfSpaces(text, nameEnd);
  if (closing >= text.length) return null;
  return text.charCodeAt(closing) === 0x3e ? closing + 1 : broken();
}

function endOfComment(text: string, from: number): number | null {
  const dashes = text.indexOf("--", from);
  if (dashes < 0 || dashes + 2 >= text.length) return null;
  return text.charCodeAt(dashes + 2) === 0x3e ? dashes + 3 : broken();
}

function endOfInstruction(text: string, from: number, mayDeclare: boolean): number | null {
  const nameEnd = endOfName(text, from);
  if (nameEnd >= text.length) return null;
  const isName = isSpace(text.charCodeAt(nameEnd)) || text[nameEnd] === "?";
  if (nameEnd === from || !isName) broken();
  const end = text.indexOf("?>", nameEnd);
  if (end < 0) return null;
  const name = text.slice(from, nameEnd);
  const isDeclared = mayDeclare && name === "xml";
  if (isDeclared ? !isDeclaration(text.slice(nameEnd, end)) : name.toLowerCase() === "xml")
    broken();
  return end + 2;
}
