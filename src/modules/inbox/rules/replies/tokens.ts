import type { OutsideText } from "#platform/rules/outside-text.ts";

/** A word of a reply, as phrases compare it. */
export type Token = {
  /** Lower case, without accents; what is no word has a name in angle brackets, such as `<email>`. */
  readonly word: string;
  /** Where it is in the text. */
  readonly from: number;
  readonly to: number;
  /** Written with a capital letter. */
  readonly isCapital: boolean;
  /** Within quotation marks: somebody else's words, or ours. */
  readonly isQuoted: boolean;
  /** A comma or another sign that divides a sentence stands before it. */
  readonly isBehindBreak: boolean;
};

export type Sentence = {
  readonly tokens: readonly Token[];
  readonly isQuestion: boolean;
};

/** A reply says what it wants early. */
const MAX_TEXT = 8_000;
const MAX_TOKENS = 1_200;
/** A line of a program that wraps is about this long; a shorter one was ended by its writer. */
const WRAPPED_LINE = 56;

const SIGNS = new RegExp(
  [
    String.raw`(?<url>(?:https?:\/\/|www\.)[^\s<>"]{1,400})`,
    String.raw`(?<email>[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6})`,
    String.raw`(?<date>(?<!\d)(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:20)?\d\d)(?!\d))`,
    String.raw`(?<phone>(?<![\p{L}\p{N}])(?:\+|\(0|0|\d)(?:[ ()/.-]{0,2}\d){6,14}(?!\d))`,
    String.raw`(?<time>(?<![\p{L}\p{N}])\d{1,2}(?:[:.h]\d\d)?[ ]?(?:am|pm|a\.m\.?|p\.m\.?|uhr|h|hrs|o'clock)(?![\p{L}\p{N}])|(?<!\d)\d{1,2}[:h]\d\d(?!\d))`,
    String.raw`(?<word>e-mail\p{L}{0,12}|[\p{L}\p{N}][\p{L}\p{N}\p{M}*@$]{0,60}(?:['’ʼ´][\p{L}\p{M}]{1,30}){0,3}['’]?)`,
    String.raw`(?<yes>👍|👌|✅|🙌|💯|🤝)`,
    String.raw`(?<no>👎|❌|🚫|🙅)`,
    String.raw`(?<stop>🛑|✋|⛔)`,
    String.raw`(?<insult>🖕|🤬)`,
    String.raw`(?<end>[.!?…。！？]{1,20}|\n)`,
    String.raw`(?<break>[,;:()|·•–—]|\s-{1,3}\s|/)`,
    String.raw`(?<quote>["“”„«»‟〝〞])`,
  ].join("|"),
  "giu",
);
type Kind =
  | "url"
  | "email"
  | "date"
  | "phone"
  | "time"
  | "word"
  | "yes"
  | "no"
  | "stop"
  | "insult"
  | "end"
  | "break"
  | "quote";

/** Addresses where somebody can be booked. */
const CALENDAR =
  /calendly\.|cal\.com\/|meetings\.hubspot|hubspot\.com\/meetings|savvycal|outlook\.office\w*\.com\/(?:book|owa\/calendar)|bookings?\.|koalendar|zcal\.co|tidycal|doodle\.com|calendar\.app\.google|chilipiper|youcanbook/i;
/** A full stop behind these ends no sentence. */
const ABBREVIATIONS = new Set(
  "art abs nr mr mrs ms dr st sr sra srta dott ing mme prof bzw ca tel vs eg ie zb dh inkl ggf usw".split(
    " ",
  ),
);
/** What is written together with the word behind it: l'adresse, dell'ufficio. */
const ELISION =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|dell|all|nell|dall|sull|quell|un|c|gl|quest)$/;

/**
 * The sentences of a text, with places in it. Its time grows in proportion to the text, of which the
 * first 8,000 characters are read.
 */
export function sentencesOf(text: OutsideText): Sentence[] {
  const read = text.slice(0, MAX_TEXT);
  const sentences: Sentence[] = [];
  let tokens: Token[] = [];
  let isBroken = false;
  let total = 0;
  const isQuotedAt = inPlaces(quotedPlaces(read));
  const finish = (isQuestion: boolean): void => {
    if (tokens.length > 0) sentences.push({ tokens, isQuestion });
    tokens = [];
    isBroken = false;
  };
  for (const match of read.matchAll(SIGNS)) {
    if (total >= MAX_TOKENS) break;
    const kind = kindOf(match.groups);
    const sign = match[0];
    if (kind === "quote") continue;
    if (kind === "break") {
      isBroken = true;
    } else if (kind === "end") {
      if (sign.includes("?") || sign.includes("？")) finish(true);
      else if (sign === "\n" ? endsLine(read, match.index) : endsSentence(read, match, tokens))
        finish(false);
    } else {
      const isQuoted = isQuotedAt(match.index);
      for (const part of wordsIn(kind, sign)) {
        total++;
        tokens.push({
          word: part.word,
          from: match.index + part.from,
          to: match.index + part.to,
          isCapital: /^\p{Lu}/u.test(sign),
          isQuoted,
          isBehindBreak: isBroken,
        });
        isBroken = false;
      }
    }
  }
  finish(false);
  return sentences;
}

const kindOf = (groups: Readonly<Record<string, string | undefined>> = {}): Kind =>
  // The names of the groups are the kinds.
  (Object.keys(groups).find((name) => groups[name] !== undefined) ?? "word") as Kind;

function wordsIn(kind: Kind, sign: string): { word: string; from: number; to: number }[] {
  const whole = { from: 0, to: sign.length };
  if (kind === "url") return [{ ...whole, word: CALENDAR.test(sign) ? "<calendar>" : "<url>" }];
  if (kind !== "word") return [{ ...whole, word: `<${kind}>` }];
  return MASKED.test(sign)
    ? [{ ...whole, word: "<swear>" }]
    : splitWord(sign.replace(/[*$@]+/g, ""));
}

/** A word that its writer half hides: f***, sh*t. */
const MASKED = /^\p{L}{1,3}\*+\p{L}|^\p{L}{1,2}\*{2,}/u;

/** A word, or the words that an apostrophe divides. */
function splitWord(sign: string): { word: string; from: number; to: number }[] {
  const apostrophe = sign.search(/['’ʼ´]/);
  if (apostrophe > 0) {
    const head = fold(sign.slice(0, apostrophe));
    if (ELISION.test(head)) {
      const rest = sign.slice(apostrophe + 1);
      return [
        { word: `${head}'`, from: 0, to: apostrophe + 1 },
        ...(rest === "" ? [] : splitWord(rest)).map((part) => ({
          word: part.word,
          from: part.from + apostrophe + 1,
          to: part.to + apostrophe + 1,
        })),
      ];
    }
  }
  return [{ word: fold(sign), from: 0, to: sign.length }];
}

/** Lower case without accents and apostrophes. */
export const fold = (word: OutsideText): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}'’ʼ´-]/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae");

/** The words of a phrase, read as those of a text are. */
export const wordsOf = (phrase: string): string[] =>
  phrase.startsWith("<")
    ? [phrase]
    : phrase
        .split(/(?<!^e)-/i)
        .flatMap(splitWord)
        .map(({ word }) => word);

function endsSentence(text: string, match: RegExpExecArray, before: readonly Token[]): boolean {
  if (match[0] !== ".") return true;
  const next = text.slice(match.index + 1, match.index + 3);
  if (next !== "" && !/^\s/.test(next)) return false;
  const last = before.at(-1)?.word ?? "";
  if (ABBREVIATIONS.has(last) || (last.length === 1 && /^\p{L}/u.test(last))) return false;
  // A day: "31. Oktober".
  return !/^\d{1,2}$/.test(last) || next.trim() === "";
}

/** A line that a program wrapped goes on in the next one. */
function endsLine(text: string, at: number): boolean {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  if (at - from < WRAPPED_LINE) return true;
  const next = text.charAt(at + 1);
  return next === "\n" || next === "" || !/[\p{L}\p{N}(]/u.test(next);
}

/** Longer than what is quoted in passing. */
const MAX_QUOTED = 400;
const OPENS: Readonly<Record<string, string>> = {
  "“": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  '"': '"',
};

/** What lies within quotation marks, as places; nothing where the marks hold the whole text. */
function quotedPlaces(text: string): (readonly [from: number, to: number])[] {
  const places: (readonly [number, number])[] = [];
  let open = -1;
  let closing = "";
  for (const { index, 0: sign } of text.matchAll(
    /["“”„«»]|(?<=^|\s)'(?=\p{L}[^'\n]{0,60}')|(?<=\p{L})'(?=[\s.,!?)]|$)/gu,
  )) {
    if (open >= 0 && closing.includes(sign) && index - open <= MAX_QUOTED) {
      places.push([open, index]);
      open = -1;
    } else if (sign !== "'" || closing !== "'" || open < 0) {
      open = index;
      closing = sign === "'" ? "'" : (OPENS[sign] ?? "");
    }
  }
  const outside = places.reduce((rest, [from, to]) => rest - (to - from), text.trim().length);
  return outside < 4 ? [] : places;
}

/** Whether a place lies in one of these; to be asked in the order of the text. */
function inPlaces(places: readonly (readonly [from: number, to: number])[]) {
  let next = 0;
  return (at: number): boolean => {
    while ((places[next]?.[1] ?? Infinity) <= at) next++;
    return at > (places[next]?.[0] ?? Infinity);
  };
}
