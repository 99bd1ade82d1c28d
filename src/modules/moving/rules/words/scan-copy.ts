import { LEAD_FIELDS, propertyOf } from "#modules/leads/rules/fields.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { atomEnds } from "#modules/campaigns/rules/template/liquid-spans.ts";
import { type Blocks, translateHandlebars, translateTag } from "./block-tags.ts";
import { cleanBraces } from "./clean-braces.ts";
import type { Unknown } from "./expression.ts";
import { type Language, translateVariable, variable } from "./variable.ts";
import { isSingleBraced, percentVariable } from "./variable-names.ts";

/** What was found at a place of the source. */
export type Noted = {
  readonly at: number;
  readonly theirs: string;
  readonly ours: string;
  readonly unknown: readonly Pick<Unknown, "reason" | "suggestion">[];
};
export type Scanned = { readonly text: string; readonly noted: readonly Noted[] };

/** An opening that waits for its end. Its pieces are those from `open` on. */
type Frame = {
  readonly kind: "brace" | "random" | "spin";
  readonly start: number;
  readonly open: number;
  /** Places of its bars: in the pieces and in the source. */
  readonly bars: { readonly piece: number; readonly at: number }[];
};

const RANDOM =
  /\{\{(?:[\s\u00a0]|&nbsp;|<[^<>]{0,200}>){0,20}random(?:[\s\u00a0]|&nbsp;|<[^<>]{0,200}>){0,20}\|/iy;
const TAG_NAME = /\{%-?(?:[\s\u00a0]|&nbsp;|<[^<>]{0,200}>){0,20}([a-z_]+)/iy;
const CODE = /<(style|script)\b/iy;
const PERCENT = /%([A-Za-z][A-Za-z_-]{1,40})%/y;
const PLAIN = /[^{}|%<>]+/y;
const NO_BRACES = /[^{}]*/y;
/** Longer ones are named by their beginning. */
const MAX_SHOWN = 200;
/** More of them than any mail has. */
const MAX_NOTED = 300;
/** A single-braced word may be this long. */
const MAX_SINGLE = 300;

/** What is known while one part is read. */
type Scan = {
  readonly source: string;
  readonly lang: Language;
  /** Pieces of the result. */
  readonly out: string[];
  readonly noted: Noted[];
  readonly frames: Frame[];
  readonly blocks: Blocks;
  readonly outputEnd: (at: number) => number;
  readonly nextOf: (text: string, from: number) => number;
  /** Frames that are spins. */
  spins: number;
  /** Between the angle brackets of a tag. */
  inTag: boolean;
};

/** Translates one part from its beginning to its end, in one pass. */
export function scanCopy(source: OutsideText, lang: Language): Scanned {
  const ends = atomEnds(source);
  const scan: Scan = {
    source,
    lang,
    out: [],
    noted: [],
    frames: [],
    blocks: { open: [] },
    outputEnd: ends.output,
    nextOf: finder(source),
    spins: 0,
    inTag: false,
  };
  for (let at = 0; at < source.length;) {
    const plain = matchAt(PLAIN, source, at)?.[0];
    if (plain === undefined) at = signAt(scan, at);
    else {
      scan.out.push(plain);
      at += plain.length;
    }
  }
  dropTo(scan, 0);
  return { text: scan.out.join(""), noted: scan.noted };
}

/** Reads what begins with a sign, and answers where it ends. */
function signAt(scan: Scan, at: number): number {
  const char = scan.source.charAt(at);
  if (char === "<") return elementAt(scan, at);
  if (char === "%") return percentAt(scan, at);
  if (char === "}") return closingAt(scan, at);
  if (char === "{") return openingAt(scan, at);
  if (char === ">") scan.inTag = false;
  const top = scan.frames.at(-1);
  if (char === "|" && top && top.kind !== "spin") {
    top.bars.push({ piece: scan.out.length, at });
    scan.out.push("|");
  } else scan.out.push(char === "|" ? sign(scan, "|") : char);
  return at + 1;
}

function note(
  { source, noted }: Scan,
  from: number,
  to: number,
  ours: string,
  unknown: Noted["unknown"] = [],
): void {
  if (noted.length >= MAX_NOTED) return;
  const theirs = source.slice(from, Math.min(to, from + MAX_SHOWN));
  noted.push({ at: from, theirs, ours: ours.slice(0, MAX_SHOWN), unknown });
}

/** What means something in a choice, and shall be read unchanged. */
function sign({ spins, lang }: Scan, char: string): string {
  if (spins === 0) return char;
  return lang.isHtml ? `&#${char.charCodeAt(0)};` : `{{ "${char}" }}`;
}

function open(scan: Scan, kind: Frame["kind"], start: number): void {
  if (kind === "spin") scan.spins++;
  scan.frames.push({ kind, start, open: scan.out.length, bars: [] });
  scan.out.push("{");
}

/** Forgets openings above a frame that never end. */
function dropTo(scan: Scan, depth: number): void {
  const { frames, out } = scan;
  const dropped = frames.splice(depth);
  const spins = dropped.filter(({ kind }) => kind === "spin").length;
  for (const frame of dropped) {
    if (frame.kind === "brace") {
      out[frame.open] = sign(scan, "{");
      for (const { piece } of frame.bars) out[piece] = sign(scan, "|");
    } else note(scan, frame.start, frame.start + 40, "", [NOT_CLOSED]);
  }
  scan.spins -= spins;
}

/** Ends a choice, whose pieces are trimmed: what stood around the words was layout. */
function choose(scan: Scan, frame: Frame, end: number): void {
  const { out, frames } = scan;
  out[frame.open] = "{";
  const bounds = [frame.open, ...frame.bars.map(({ piece }) => piece), out.length];
  for (const [n, at] of bounds.entries()) trimAround(out, at, bounds[n + 1]);
  if (frame.bars.length === 0) out[frame.open] = "";
  else out.push("}");
  const isShort = end - frame.start <= 1_000 && frames.length === 0;
  note(scan, frame.start, end, isShort ? out.slice(frame.open).join("") : "{…|…}");
}

function elementAt(scan: Scan, at: number): number {
  const { source, lang, out } = scan;
  const code = lang.isHtml ? matchAt(CODE, source, at) : null;
  const end = code === null ? -1 : scan.nextOf(`</${code[1]?.toLowerCase() ?? ""}`, at);
  const stop = end < 0 ? at + 1 : end;
  if (end < 0) scan.inTag ||= /[a-z/!]/i.test(source.charAt(at + 1));
  out.push(source.slice(at, stop));
  return stop;
}

function percentAt(scan: Scan, at: number): number {
  const { source, out, lang, frames } = scan;
  const word = matchAt(PERCENT, source, at);
  if (word === null || /^[\da-f]{2}$/i.test(word[1] ?? "")) {
    const closes = source[at + 1] === "}" && frames.at(-1)?.kind !== "brace";
    if (closes) note(scan, at, at + 2, "", [NOT_OPENED]);
    out.push("%");
    return at + 1;
  }
  const stop = at + word[0].length;
  const said = percentWord(word[1] ?? "", lang);
  note(scan, at, stop, said.text, said.unknown);
  out.push(said.unknown.length > 0 ? word[0] : said.text);
  return stop;
}

function closingAt(scan: Scan, at: number): number {
  const { source, out, frames } = scan;
  const top = frames.at(-1);
  if (top?.kind === "random" && source[at + 1] === "}") {
    frames.pop();
    choose(scan, top, at + 2);
    return at + 2;
  }
  if (top?.kind !== "brace") {
    if (source[at + 1] === "}") note(scan, at, at + 2, "", [NOT_OPENED]);
    out.push(sign(scan, "}"));
    return at + 1;
  }
  frames.pop();
  const single = singleBraced(scan, top, at + 1);
  if (single !== null) {
    note(scan, top.start, at + 1, single.text, single.unknown);
    if (single.unknown.length > 0) out.push("}");
    else {
      out.length = top.open;
      out.push(single.text);
    }
  } else if (top.bars.length > 0) out.push("}");
  else {
    const whole = source.slice(top.start, Math.min(at + 1, top.start + MAX_SINGLE + 1));
    if (TORN.test(whole)) note(scan, top.start, at + 1, "", [TORN_APART]);
    out[top.open] = sign(scan, "{");
    out.push(sign(scan, "}"));
  }
  return at + 1;
}

function openingAt(scan: Scan, at: number): number {
  const { source } = scan;
  if (source[at + 1] === "%") return tagAt(scan, at);
  const random = source[at + 1] === "{" ? matchAt(RANDOM, source, at) : null;
  if (random !== null) {
    open(scan, "random", at);
    return at + random[0].length;
  }
  const end = source[at + 1] === "{" ? endOfOutput(scan, at) : -1;
  if (end < 0) {
    open(scan, "brace", at);
    return at + 1;
  }
  outputAt(scan, at, end);
  return end;
}

function endOfOutput({ source, outputEnd }: Scan, at: number): number {
  const inside = matchAt(NO_BRACES, source, at + 2)?.[0] ?? "";
  return source.startsWith("}}", at + 2 + inside.length) ? at + 4 + inside.length : outputEnd(at);
}

function outputAt(scan: Scan, at: number, end: number): void {
  const { source, lang, blocks } = scan;
  const theirs = source.slice(at, end);
  const { text: inside, behind } = cleanBraces(source.slice(at + 2, end - 2));
  const tag = translateHandlebars(inside, blocks, lang);
  const plain = tag ?? translateVariable(inside, scan.inTag, lang);
  const piece = PERCENT_WITHIN.test(inside) ? { text: theirs, unknown: [PERCENT_WORD] } : plain;
  const same = tag === null ? unchanged(inside, piece.text, lang) : false;
  const ours = same && behind === "" ? theirs : piece.text + behind;
  if (ours !== theirs || piece.unknown.length > 0) note(scan, at, end, piece.text, piece.unknown);
  scan.out.push(same && theirs === `{{${inside}}}` ? theirs : piece.text + behind);
}

function tagAt(scan: Scan, at: number): number {
  const { source, out, nextOf } = scan;
  const close = nextOf("%}", at + 2);
  if (close < 0) {
    note(scan, at, at + 40, "", [NOT_CLOSED]);
    out.push(source.slice(at, at + 2));
    return at + 2;
  }
  const end = close + 2;
  const name = matchAt(TAG_NAME, source, at)?.[1]?.toLowerCase() ?? "";
  if (name === "spin") {
    open(scan, "spin", at);
    return end;
  }
  if ((name === "variation" || name === "endspin") && scan.spins > 0) {
    spinTag(scan, name, at, end);
    return end;
  }
  if (name === "raw" || name === "comment") {
    const stop = nextOf(`end${name}`, end);
    const last = stop < 0 ? -1 : nextOf("%}", stop);
    if (last >= 0) {
      out.push(source.slice(at, last + 2));
      return last + 2;
    }
  }
  const { text: inside, behind } = cleanBraces(source.slice(at + 2, close));
  const tag = translateTag(inside, scan.blocks, scan.lang);
  const theirs = source.slice(at, end);
  const isSame = tag.text.replace(/\s+/g, "") === theirs.replace(/\s+/g, "");
  if (!isSame || tag.unknown.length > 0) note(scan, at, end, tag.text, tag.unknown);
  out.push((isSame ? theirs : tag.text) + behind);
  return end;
}

function spinTag(scan: Scan, name: "variation" | "endspin", at: number, end: number): void {
  const { frames, out } = scan;
  const spin = frames.findLastIndex(({ kind }) => kind === "spin");
  dropTo(scan, spin + 1);
  const frame = frames[spin];
  if (!frame) return;
  if (name === "variation") {
    frame.bars.push({ piece: out.length, at });
    out.push("|");
    return;
  }
  frames.pop();
  scan.spins--;
  endSpin(scan, frame, end);
}

/** The first variation begins the choices; what stands before it belongs to none. */
function endSpin(scan: Scan, frame: Frame, end: number): void {
  const { out } = scan;
  const first = frame.bars.shift();
  if (first === undefined) {
    out[frame.open] = "";
    note(scan, frame.start, end, "", [NO_VARIATION]);
    return;
  }
  const before = out.slice(frame.open + 1, first.piece).join("");
  const isBlank = trimBack(before) === "";
  if (!isBlank) note(scan, frame.start, end, "", [BEFORE_VARIATION]);
  out[frame.open] = isBlank ? "" : before;
  for (let n = frame.open + 1; n < first.piece; n++) out[n] = "";
  choose(scan, { ...frame, open: first.piece }, end);
}

const NOT_CLOSED = {
  reason: "It is not closed.",
  suggestion: "Add what closes it, or take it out.",
};
const PERCENT_WITHIN = /%[A-Za-z][A-Za-z_-]{1,40}%/;
const PERCENT_WORD = {
  reason: "A word between percent signs is sent unchanged.",
  suggestion: "Write the variable in double braces, or take it out.",
};
/** A variable whose two braces an editor parted. */
const TORN =
  /^\{(?:<[^<>]{0,200}>|\s|&nbsp;){1,20}\{[^{}]{1,200}\}(?:<[^<>]{0,200}>|\s|&nbsp;){0,20}\}$/;
const TORN_APART = {
  reason: "Tags or blanks stand between its braces.",
  suggestion: "Write it again, without formatting.",
};
const NOT_OPENED = { reason: "It closes nothing.", suggestion: "Take it out." };
const NO_VARIATION = {
  reason: "A spin without variations.",
  suggestion: "Write {one|another} where the text shall change.",
};
const BEFORE_VARIATION = {
  reason: "Text stands before the first variation, and belongs to none.",
  suggestion: "Move it before the spin, or into each variation.",
};

/** Our name in other braces is no change. */
function unchanged(inside: string, text: string, lang: Language): boolean {
  const name = /^\{\{ (\w+) \}\}$/.exec(text)?.[1];
  return name !== undefined && SPELLED_ALIKE.has(inside) && !lang.names.has(inside);
}

/** Names of the rivals that templates here read as they are, and that no custom field can have. */
const SPELLED_ALIKE = new Set<string>([
  ...LEAD_FIELDS,
  ...LEAD_FIELDS.map(propertyOf),
  "full_name",
  "sender_name",
  "sender_email",
  "sender_signature",
  "unsubscribe_url",
  "weekday",
  "companyName",
  "phoneNumber",
  "fullName",
  "senderName",
  "senderEmail",
  "accountSignature",
  "unsubscribeLink",
  "sendingAccountEmail",
  "sendingAccountName",
]);

function percentWord(
  word: string,
  lang: Language,
): Omit<Noted, "at" | "theirs"> & { text: string } {
  if (/^unsubscribe[-_]text$/i.test(word)) return { text: "", ours: "", unknown: [] };
  const name = percentVariable(word);
  const piece = name === null ? null : variable(name, "", lang);
  if (piece !== null) return { ...piece, ours: piece.text };
  return { text: "", ours: "", unknown: [PERCENT_WORD] };
}

/** `{FIRST_NAME}` and `{FIRST_NAME|there}`; null: no variable. */
function singleBraced({ source, lang, inTag }: Scan, frame: Frame, end: number) {
  if (end - frame.start > MAX_SINGLE || frame.bars.length > 1) return null;
  const bar = frame.bars[0]?.at;
  const inside = cleanBraces(source.slice(frame.start + 1, bar ?? end - 1)).text;
  if (!isSingleBraced(inside) && !(bar === undefined && isWord(inside, lang))) return null;
  if (bar === undefined) {
    return isSingleBraced(inside) || !lang.names.has(inside)
      ? variable(inside, "", lang)
      : {
          text: "",
          unknown: [
            {
              name: inside,
              reason: "Single braces are sent as they stand.",
              suggestion: `{{ ${inside} }}`,
            },
          ],
        };
  }
  const fallback = source.slice(bar + 1, end - 1);
  const found = lang.find(inside);
  // Choices may be in capitals as well: only a name that is known is a variable.
  if ("unknown" in found || fallback.includes("{")) return null;
  return translateVariable(`${inside}|${cleanBraces(fallback).text}`, inTag, lang);
}

/** A word in single braces that looks like a variable: seen, so that it is not sent. */
const isWord = (inside: string, lang: Language): boolean =>
  lang.names.has(inside) || /^[A-Za-z]+(?:[_-][A-Za-z\d]+|[A-Z][a-z\d]+)+$/.test(inside);

function trimAround(out: string[], from: number, to: number | undefined): void {
  if (to === undefined) return;
  for (let n = from + 1; n < to; n++) {
    const text = (out[n] ?? "").replace(/^(?:[\s\u00a0]|&nbsp;)+/, "");
    out[n] = text;
    if (text !== "") break;
  }
  for (let n = to - 1; n > from; n--) {
    const text = trimBack(out[n] ?? "");
    out[n] = text;
    if (text !== "") break;
  }
}

/** A pattern for blanks at the end starts again at each of them. */
function trimBack(text: string): string {
  let end = text.length;
  for (;;) {
    if (end > 0 && /[\s\u00a0]/.test(text.charAt(end - 1))) end--;
    else if (text.endsWith("&nbsp;", end)) end -= 6;
    else return text.slice(0, end);
  }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/** Finds texts from places that only grow; what is not there any more is not looked for again. */
function finder(source: string): (text: string, from: number) => number {
  const lower = source.toLowerCase();
  const whole = lower.length === source.length ? lower : source;
  const known = new Map<string, number>();
  return (text, from) => {
    const before = known.get(text);
    if (before !== undefined && (before < 0 || before >= from)) return before;
    const at = whole.indexOf(text, from);
    known.set(text, at);
    return at;
  };
}
