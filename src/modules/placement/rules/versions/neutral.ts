import { Tokenizer } from "htmlparser2";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { type Factors, holdsFactor } from "#modules/placement/rules/search/factors.ts";
import {
  greetingEnd,
  NEUTRAL_GREETING,
  neutralWords,
  SIGNATURE_MARK,
  withoutUrls,
} from "./words.ts";

/** Replaces `html.slice(start, end)`. */
type Edit = { readonly start: number; readonly end: number; readonly text: string };
type Span = { readonly start: number; readonly end: number };

/**
 * The HTML of a version: links, images, words and greeting that it lacks are replaced by something
 * neutral; everything else stays byte for byte. Linear in the input. `keep` are links that belong
 * to something else.
 */
export function neutralHtml(html: OutsideText, version: Factors, keep: readonly string[]): string {
  const { runs, images, links } = scan(html, keep);
  const edits: Edit[] = [];
  if (!holdsFactor(version, "image")) edits.push(...images.map((span) => ({ ...span, text: "" })));
  if (!holdsFactor(version, "links")) edits.push(...links.map((span) => ({ ...span, text: "" })));
  let isFirst = true;
  for (const { start, end } of runs) {
    const text = html.slice(start, end);
    if (text.trim() === "") continue;
    const written = neutralText(text, version, keep, isFirst);
    isFirst = false;
    if (written !== text) edits.push({ start, end, text: written });
  }
  edits.sort((a, b) => a.start - b.start);
  let out = "";
  let from = 0;
  for (const edit of edits) {
    out += html.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + html.slice(from);
}

/** The text of a version, which may begin with a greeting. */
export function neutralText(
  text: OutsideText,
  version: Factors,
  keep: readonly string[],
  isFirst = true,
): string {
  const greets = isFirst ? greetingEnd(text) : 0;
  const greeting = text.slice(0, greets);
  let rest = text.slice(greets);
  if (!holdsFactor(version, "links")) rest = withoutUrls(rest, keep);
  if (!holdsFactor(version, "words")) rest = neutralLines(rest);
  const space = greeting.length - greeting.trimStart().length;
  return greets > 0 && !holdsFactor(version, "greeting")
    ? greeting.slice(0, space) + NEUTRAL_GREETING + rest
    : greeting + rest;
}

/** Each line by itself, and what stands before and behind the mark of a signature. */
function neutralLines(text: string): string {
  let out = "";
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const sign = text.charAt(at);
    if (sign !== "" && sign !== "\n" && sign !== SIGNATURE_MARK) continue;
    if (at > from) out += neutralWords(text.slice(from, at));
    out += sign;
    from = at + 1;
  }
  return out;
}

const SILENT = new Set(["style", "script", "title", "head"]);

/** Runs of text that a reader sees, tags of images, and tags of links but those that stay. */
function scan(html: string, keep: readonly string[]) {
  const runs: Span[] = [];
  const images: Span[] = [];
  const links: Span[] = [];
  const anchors: boolean[] = [];
  let run: { start: number; end: number } | null = null;
  let name = "";
  let tagStart = 0;
  let silent = 0;
  let attribute = "";
  let href: string | null = null;
  let value = "";
  const flush = (): void => {
    if (run) runs.push(run);
    run = null;
  };
  const text = (start: number, end: number): void => {
    if (silent > 0) return;
    run = run ? { start: run.start, end } : { start, end };
  };
  const opened = (end: number, closesItself: boolean): void => {
    const span = { start: tagStart, end: end + 1 };
    if (name === "img") images.push(span);
    if (name === "a" && !closesItself) {
      const goes = href !== null && !keep.includes(href.trim());
      anchors.push(goes);
      if (goes) links.push(span);
    }
    if (SILENT.has(name) && !closesItself) silent++;
  };
  const ignore = (): void => {};
  let entityStart = 0;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        flush();
        name = html.slice(start, end).toLowerCase();
        tagStart = start - 1;
        href = null;
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = "";
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (attribute === "href" && href === null) href = value;
      },
      onopentagend: (end) => opened(end, false),
      onselfclosingtag: (end) => opened(end, true),
      onclosetag(start, end) {
        flush();
        const closed = html.slice(start, end).toLowerCase();
        if (SILENT.has(closed) && silent > 0) silent--;
        if (closed !== "a" || anchors.pop() !== true) return;
        const close = html.indexOf(">", end);
        links.push({ start: start - "</".length, end: close < 0 ? html.length : close + 1 });
      },
      ontext(start, end) {
        text(start, end);
        entityStart = end;
      },
      ontextentity(_codepoint, end) {
        text(entityStart, end);
        entityStart = end;
      },
      oncomment: flush,
      oncdata: ignore,
      ondeclaration: ignore,
      onend: flush,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return { runs, images, links };
}
