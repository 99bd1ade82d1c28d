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
const BLANK = /^(?:[\s\u00a0]|&nbsp;)+|(?:[\s\u00a0]|&nbsp;)+$/g;
/** Longer ones are named by their beginning. */
const MAX_SHOWN = 200;
/** More of them than any mail has. */
const MAX_NOTED = 300;
/** A single-braced word may be this long. */
const MAX_SINGLE = 300;

/** Translates one part from its beginning to its end, in one pass. */
export function scanCopy(source: OutsideText, lang: Language): Scanned {
  const out: string[] = [];
  const noted: Noted[] = [];
  const frames: Frame[] = [];
  const blocks: Blocks = { open: [] };
  const ends = atomEnds(source);
  const nextOf = finder(source);
  let inTag = false;
  const note = (from: number, to: number, ours: string, unknown: Noted["unknown"] = []): void => {
    if (noted.length >= MAX_NOTED) return;
    const theirs = source.slice(from, Math.min(to, from + MAX_SHOWN));
    noted.push({ at: from, theirs, ours: ours.slice(0, MAX_SHOWN), unknown });
  };
  /** What means something in a choice, and shall be read as it is. */
  const sign = (char: string): string =>
    !frames.some(({ kind }) => kind === "spin")
      ? char
      : lang.isHtml
        ? `&#${char.charCodeAt(0)};`
        : `{{ "${char}" }}`;
  /** Forgets openings above a frame that never end. */
  const dropTo = (depth: number): void => {
    for (const frame of frames.splice(depth)) {
      if (frame.kind === "brace") {
        out[frame.open] = sign("{");
        for (const { piece } of frame.bars) out[piece] = sign("|");
      } else note(frame.start, frame.start + 40, "", [NOT_CLOSED]);
    }
  };
  const choose = (frame: Frame, end: number, mustTrim: boolean): void => {
    out[frame.open] = "{";
    const bounds = [frame.open, ...frame.bars.map(({ piece }) => piece), out.length];
    if (mustTrim) for (const [n, at] of bounds.entries()) trimAround(out, at, bounds[n + 1]);
    if (frame.bars.length === 0) out[frame.open] = "";
    else out.push("}");
    const isShort = end - frame.start <= 1_000 && frames.length === 0;
    if (mustTrim) note(frame.start, end, isShort ? out.slice(frame.open).join("") : "{…|…}");
  };

  for (let i = 0; i < source.length;) {
    PLAIN.lastIndex = i;
    const plain = PLAIN.exec(source)?.[0];
    if (plain !== undefined) {
      out.push(plain);
      i += plain.length;
      continue;
    }
    const top = frames.at(-1);
    const char = source.charAt(i);
    if (char === "<") {
      const code = lang.isHtml ? matchAt(CODE, source, i) : null;
      const end = code === null ? -1 : nextOf(`</${code[1]?.toLowerCase() ?? ""}`, i);
      const stop = end < 0 ? i + 1 : end;
      if (end < 0) inTag ||= /[a-z/!]/i.test(source.charAt(i + 1));
      out.push(source.slice(i, stop));
      i = stop;
    } else if (char === ">") {
      inTag = false;
      out.push(char);
      i++;
    } else if (char === "%") {
      const word = matchAt(PERCENT, source, i);
      if (word === null || /^[\da-f]{2}$/i.test(word[1] ?? "")) {
        if (source[i + 1] === "}" && top?.kind !== "brace") note(i, i + 2, "", [NOT_OPENED]);
        out.push(char);
        i++;
        continue;
      }
      const stop = i + word[0].length;
      const said = percentWord(word[1] ?? "", lang);
      note(i, stop, said.text, said.unknown);
      out.push(said.unknown.length > 0 ? word[0] : said.text);
      i = stop;
    } else if (char === "|") {
      if (top?.kind === "brace" || top?.kind === "random") {
        top.bars.push({ piece: out.length, at: i });
        out.push("|");
      } else out.push(top ? sign("|") : "|");
      i++;
    } else if (char === "}") {
      if (top?.kind === "random" && source[i + 1] === "}") {
        frames.pop();
        choose(top, i + 2, true);
        i += 2;
      } else if (top?.kind === "brace") {
        frames.pop();
        i++;
        const single = singleBraced(source, top, i, inTag, lang);
        if (single !== null) {
          note(top.start, i, single.text, single.unknown);
          if (single.unknown.length > 0) out.push("}");
          else {
            out.length = top.open;
            out.push(single.text);
          }
        } else if (top.bars.length > 0) out.push("}");
        else {
          out[top.open] = sign("{");
          out.push(sign("}"));
        }
      } else {
        if (source[i + 1] === "}") note(i, i + 2, "", [NOT_OPENED]);
        out.push(sign("}"));
        i++;
      }
    } else if (source[i + 1] === "%") {
      i = tagAt(i);
    } else if (source[i + 1] === "{" && matchAt(RANDOM, source, i) !== null) {
      const head = matchAt(RANDOM, source, i)?.[0] ?? "";
      frames.push({ kind: "random", start: i, open: out.length, bars: [] });
      out.push("{");
      i += head.length;
    } else {
      const end = source[i + 1] === "{" ? outputEnd(i) : -1;
      if (end < 0) {
        frames.push({ kind: "brace", start: i, open: out.length, bars: [] });
        out.push("{");
        i++;
      } else {
        outputAt(i, end);
        i = end;
      }
    }
  }
  dropTo(0);
  return { text: out.join(""), noted };

  function outputEnd(at: number): number {
    NO_BRACES.lastIndex = at + 2;
    const inside = NO_BRACES.exec(source)?.[0] ?? "";
    return source.startsWith("}}", at + 2 + inside.length)
      ? at + 4 + inside.length
      : ends.output(at);
  }

  function outputAt(at: number, end: number): void {
    const theirs = source.slice(at, end);
    const { text: inside, behind } = cleanBraces(source.slice(at + 2, end - 2));
    const tag = translateHandlebars(inside, blocks, lang);
    const plain = tag ?? translateVariable(inside, inTag, lang);
    const piece = PERCENT_WITHIN.test(inside) ? { text: theirs, unknown: [PERCENT_WORD] } : plain;
    const same = tag === null ? unchanged(inside, piece.text, lang) : false;
    const ours = same && behind === "" ? theirs : piece.text + behind;
    if (ours !== theirs || piece.unknown.length > 0) note(at, end, piece.text, piece.unknown);
    out.push(same && theirs === `{{${inside}}}` ? theirs : piece.text + behind);
  }

  function tagAt(at: number): number {
    const close = nextOf("%}", at + 2);
    if (close < 0) {
      note(at, at + 40, "", [NOT_CLOSED]);
      out.push(source.slice(at, at + 2));
      return at + 2;
    }
    const end = close + 2;
    const name = matchAt(TAG_NAME, source, at)?.[1]?.toLowerCase() ?? "";
    const spin = frames.findLastIndex(({ kind }) => kind === "spin");
    if (name === "spin") {
      frames.push({ kind: "spin", start: at, open: out.length, bars: [] });
      out.push("{");
      return end;
    }
    if ((name === "variation" || name === "endspin") && spin >= 0) {
      dropTo(spin + 1);
      const frame = frames[spin];
      if (frame && name === "variation") {
        frame.bars.push({ piece: out.length, at });
        out.push("|");
      } else if (frame) {
        frames.pop();
        endSpin(frame, end);
      }
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
    const tag = translateTag(inside, blocks, lang);
    const theirs = source.slice(at, end);
    const isSame = tag.text.replace(/\s+/g, "") === theirs.replace(/\s+/g, "");
    if (!isSame || tag.unknown.length > 0) note(at, end, tag.text, tag.unknown);
    out.push((isSame ? theirs : tag.text) + behind);
    return end;
  }

  /** The first variation begins the choices; what stands before it belongs to none. */
  function endSpin(frame: Frame, end: number): void {
    const first = frame.bars.shift();
    if (first === undefined) {
      out[frame.open] = "";
      note(frame.start, end, "", [NO_VARIATION]);
      return;
    }
    const before = out.slice(frame.open + 1, first.piece).join("");
    if (before.replace(BLANK, "") !== "") note(frame.start, end, "", [BEFORE_VARIATION]);
    out[frame.open] = before.replace(BLANK, "") === "" ? "" : before;
    for (let n = frame.open + 1; n < first.piece; n++) out[n] = "";
    choose({ ...frame, open: first.piece }, end, true);
  }
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
const SPELLED_ALIKE = new Set([
  "first_name",
  "last_name",
  "email",
  "company",
  "job_title",
  "phone",
  "linkedin_url",
  "full_name",
  "sender_name",
  "sender_email",
  "sender_signature",
  "unsubscribe_url",
  "weekday",
  "firstName",
  "lastName",
  "companyName",
  "jobTitle",
  "phoneNumber",
  "linkedinUrl",
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
function singleBraced(source: string, frame: Frame, end: number, inTag: boolean, lang: Language) {
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
