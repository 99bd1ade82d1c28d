import {
  BUILT_IN_VARIABLES,
  isBuiltInVariable,
} from "#modules/campaigns/rules/template/variables.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { editDistance } from "#modules/leads/rules/validation/edit-distance.ts";
import { english } from "./english.ts";
import { german } from "./german.ts";
import { capsRatio, countEmoji, formatSignals, linkSigns } from "./formatting.ts";
import { costOf, findTerms, type FoundTerm, outermost } from "./find-terms.ts";
import { indexTerms, type Lexicon, type SpamCategory, type TermIndex } from "./lexicon.ts";
import { plainText, type VisibleText, visibleText } from "./visible-text.ts";

/** The languages that are checked, all of them at once: campaigns mix languages. */
export const LEXICONS: readonly Lexicon[] = [english, german];

export const SPAM_ISSUES = [
  "empty_subject",
  "empty_body",
  "long_subject",
  "fake_reply_prefix",
  "shouting",
  "repeated_punctuation",
  "emoji_in_subject",
  "disguised_words",
  "link_in_first_email",
  "too_many_links",
  "link_shortener",
  "bare_address_link",
  "misleading_link",
  "images",
  "image_only",
  "hidden_text",
  "active_content",
  "heavy_html",
  "long_body",
  "unresolved_variables",
  "no_unsubscribe",
] as const;
export type SpamIssue = (typeof SPAM_ISSUES)[number];

export type SpamMatch = {
  readonly term: string;
  readonly category: SpamCategory;
  readonly field: "subject" | "body";
  /** UTF-16 units into the field as it was given, HTML included. */
  readonly index: number;
  readonly length: number;
  readonly weight: number;
  readonly suggestion: string;
};

export type SpamReport = {
  /** 0 to 100; 100 is clean. */
  readonly score: number;
  readonly rating: "good" | "fair" | "poor";
  readonly matches: readonly SpamMatch[];
  readonly metrics: {
    readonly words: number;
    readonly links: number;
    readonly images: number;
    readonly caps_ratio: number;
    readonly exclamations: number;
    readonly question_marks: number;
    readonly emoji_in_subject: number;
    readonly subject_length: number;
    readonly html_text_ratio: number;
    readonly unresolved_variables: number;
  };
  readonly issues: readonly SpamIssue[];
};

/** Who reads only a subject reads this much of it on a phone twice over. */
const LONG_SUBJECT = 60;
/** Cold mails beyond it are answered less. */
const LONG_BODY_WORDS = 200;
/** Half a dozen doubtful words make a mail doubtful. */
const TERM_FACTOR = 2.5;
/** Words in a subject are read first, by filters as well. */
const SUBJECT_FACTOR = 3.5;
const DISGUISE_COST = 6;
/** Enough to fix a mail; junk has thousands. */
const MAX_MATCHES = 500;
const GOOD = 80;
const FAIR = 50;

let indexes: TermIndex[] | undefined;
const loaded = (): TermIndex[] => (indexes ??= LEXICONS.map(indexTerms));

/** Distinct terms over all languages. */
export const termCount = (): number => loaded().reduce((sum, index) => sum + index.size, 0);

/**
 * Judges a mail by its words and looks, without any service. Pure; the same mail
 * has the same score, and text that is added never raises it.
 */
export function checkSpam(mail: {
  readonly subject: OutsideText;
  readonly body: OutsideText;
}): SpamReport {
  const subject = plainText(mail.subject);
  const body = visibleText(mail.body);
  const inSubject = loaded().map((index) => findTerms(subject.text, index));
  const inBody = loaded().map((index) => findTerms(body.text, index));
  const signals = {
    subject: formatSignals(subject.text, "subject"),
    body: formatSignals(body.text, "body"),
  };
  const words = inBody[0]?.words.length ?? 0;
  const disguised = [...inSubject, ...inBody].flatMap(({ terms }) =>
    terms.flatMap((found) => found.words.filter((word) => word.isDisguised)),
  );
  const unresolved = unresolvedIn(`${mail.subject}\n${mail.body}`);
  const marks = `${subject.text}\n${body.text}`;
  const links = linkSigns(body.links);
  const judged: readonly (readonly [SpamIssue, boolean, number])[] = [
    ["empty_subject", subject.text.trim() === "", 0],
    ["empty_body", body.text.trim() === "", 0],
    ["long_subject", mail.subject.length > LONG_SUBJECT, 3],
    ["fake_reply_prefix", /^\s*(?:re|fwd?|aw|wg|rv|tr|sv)\s*(?:\[\d+\])?:/i.test(mail.subject), 10],
    ["shouting", [...signals.subject, ...signals.body].filter(isShouted).length >= 3, 2],
    ["repeated_punctuation", /[!?]{2,}/.test(marks), 0],
    ["emoji_in_subject", countEmoji(mail.subject) > 0, 0],
    ["disguised_words", disguised.length > 0, DISGUISE_COST * Math.min(new Set(disguised).size, 4)],
    ["link_in_first_email", body.links.length > 0, 1],
    ["too_many_links", body.links.length > 2, 2 * Math.min(body.links.length - 2, 6)],
    ["link_shortener", links.shorteners > 0, 6],
    ["bare_address_link", links.bareAddresses > 0, 10],
    ["misleading_link", links.mismatched > 0, 10],
    ["images", body.images > 0, 2 * Math.min(body.images, 5)],
    // Costs nothing: a term more would be a word more, and raise the score.
    ["image_only", body.images > 0 && words < 20, 0],
    ["hidden_text", body.hasHiddenText, 12],
    ["active_content", body.hasActiveContent, 15],
    ["heavy_html", mail.body.length > 4_000 && ratio(body.text.length, mail.body.length) < 0.2, 0],
    ["long_body", words > LONG_BODY_WORDS, 3],
    ["unresolved_variables", unresolved > 0, 4 * Math.min(unresolved, 5)],
    ["no_unsubscribe", !hasOptOut(mail.body, body.text), 0],
  ];
  const cost =
    SUBJECT_FACTOR * sum(inSubject.map(({ terms }) => costOf(terms))) +
    TERM_FACTOR * sum(inBody.map(({ terms }) => costOf(terms))) +
    Math.min(sum(signals.subject.map((s) => s.weight)), 20) +
    Math.min(sum(signals.body.map((s) => s.weight)), 20) +
    sum(judged.map(([, holds, points]) => (holds ? points : 0)));
  const score = Math.max(0, Math.round(100 - cost));
  return {
    score,
    rating: score >= GOOD ? "good" : score >= FAIR ? "fair" : "poor",
    matches: [
      ...matchesOf(
        "subject",
        subject,
        inSubject.flatMap(({ terms }) => outermost(terms)),
        signals.subject,
      ),
      ...matchesOf(
        "body",
        body,
        inBody.flatMap(({ terms }) => outermost(terms)),
        signals.body,
      ),
    ].slice(0, MAX_MATCHES),
    metrics: {
      words,
      links: body.links.length,
      images: body.images,
      caps_ratio: rounded(capsRatio(marks)),
      exclamations: marks.match(/!/g)?.length ?? 0,
      question_marks: marks.match(/\?/g)?.length ?? 0,
      emoji_in_subject: countEmoji(mail.subject),
      subject_length: mail.subject.length,
      html_text_ratio: rounded(Math.min(1, ratio(body.text.trim().length, mail.body.length))),
      unresolved_variables: unresolved,
    },
    issues: judged.filter(([, holds]) => holds).map(([issue]) => issue),
  };
}

function matchesOf(
  field: "subject" | "body",
  source: VisibleText,
  terms: readonly FoundTerm[],
  signals: ReturnType<typeof formatSignals>,
): SpamMatch[] {
  const place = (start: number, end: number) => {
    const index = source.at[start] ?? 0;
    return { index, length: (source.to[end - 1] ?? index) - index };
  };
  const spans = terms.map(({ term, words }) => {
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    return { start, end, match: { ...term, field, ...place(start, end) } };
  });
  // What is a term already is not marked a second time for its look.
  const marked = new Uint8Array(source.text.length);
  for (const { start, end } of spans) marked.fill(1, start, end);
  const looks = signals
    .filter((signal) => !marked[signal.start] && !marked[signal.end - 1])
    .map(({ term, start, end, weight, suggestion }) => ({
      start,
      match: {
        term,
        category: "formatting" as const,
        field,
        weight,
        suggestion,
        ...place(start, end),
      },
    }));
  return [...spans, ...looks].sort((a, b) => a.start - b.start).map(({ match }) => match);
}

const isShouted = ({ term }: { term: string }): boolean => /^\p{Lu}+$/u.test(term);

function hasOptOut(source: string, text: string): boolean {
  return (
    /unsubscribe_?(?:url|link)/i.test(source) ||
    loaded().some(({ lexicon }) => lexicon.optOut.test(text))
  );
}

/** Tags that cannot be read or miss a known name by a slip, and fields of other tools that were left in. */
function unresolvedIn(source: string): number {
  const tags = [...source.matchAll(/\{\{([^{}]{0,300})\}\}/g)].map((match) =>
    (match[1] ?? "").replace(/^-|-$/g, "").trim(),
  );
  const wrong = tags.filter((tag) => {
    if (/^random\s*\|/.test(tag) || /\|\s*default\s*:/.test(tag)) return false;
    const name = /^[A-Za-z_][\w.]*(?=\s*(?:\||$))/.exec(tag)?.[0];
    return name === undefined || isSlip(name);
  });
  const foreign =
    source.match(
      /%[A-Z]{1,40}(?:_[A-Z]{1,40}|[A-Z])%|\*\|[A-Z_]{1,80}\|\*|\[(?:first|last|company|full)[ _]?name\]/gi,
    ) ?? [];
  return wrong.length + foreign.length;
}

/** Whether a name was meant to be one of ours: any other may be a field of the workspace's leads. */
const isSlip = (name: string): boolean =>
  !isBuiltInVariable(name) &&
  !name.startsWith("custom.") &&
  BUILT_IN_VARIABLES.some((ours) => ours.length > 5 && editDistance(name, ours, 2) <= 2);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const rounded = (n: number): number => Math.round(n * 1_000) / 1_000;
