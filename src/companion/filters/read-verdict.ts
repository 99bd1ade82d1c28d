import { z } from "zod";
import type { FilterVerdict } from "#platform/wire/mail-filters.ts";
import { type OutsideText, readableText } from "#platform/rules/outside-text.ts";

/** What a filter said, before its address is known; null for what is no answer of its protocol. */
export type Said = Pick<FilterVerdict, "score" | "threshold" | "rules"> | null;

const MAX_RULES = 100;
const MAX_ABOUT = 200;

/** `Spam: False ; 1.2 / 5.0` among the headers of an answer. */
const SPAM_HEADER =
  /^Spam: {0,9}\w{1,9} {0,9}; {0,9}(-?\d{1,9}(?:\.\d{1,9})?) {0,9}\/ {0,9}(-?\d{1,9}(?:\.\d{1,9})?)/im;
/** ` 0.6 HTML_IMAGE_ONLY_08     BODY: HTML: images with 0-400 bytes of words`. */
const REPORT_LINE = /^ {0,9}(-?\d{1,9}\.\d{1,9}) {1,9}([A-Z][A-Z0-9_]{1,80}) {1,80}(\S.{0,300})$/;

/** The answer to REPORT of a spamd (protocol SPAMC 1.5). */
export function readSpamd(text: OutsideText): Said {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0 || !text.startsWith("SPAMD/")) return null;
  const [, score, threshold] = SPAM_HEADER.exec(text.slice(0, Math.min(end, 4_096))) ?? [];
  if (score === undefined || threshold === undefined) return null;
  const rules = [];
  for (const line of text.slice(end).split("\n")) {
    const [, points, name, about] = REPORT_LINE.exec(line.trimEnd()) ?? [];
    if (name !== undefined) rules.push({ name, points: Number(points), about: about ?? "" });
  }
  return { score: Number(score), threshold: Number(threshold), rules: sorted(rules) };
}

const Symbol = z.object({
  name: z.string(),
  score: z.number().nullish(),
  description: z.string().nullish(),
});
const Checked = z.object({
  score: z.number(),
  required_score: z.number(),
  symbols: z.record(z.string(), Symbol).nullish(),
});

/** The answer of rspamd to `/checkv2`. */
export function readRspamd(text: OutsideText): Said {
  const parsed = Checked.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { score, required_score: threshold, symbols } = parsed.data;
  const rules = Object.values(symbols ?? {}).map((symbol) => ({
    name: symbol.name,
    points: symbol.score ?? 0,
    about: symbol.description ?? "",
  }));
  return { score, threshold, rules: sorted(rules) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const sorted = (rules: readonly FilterVerdict["rules"][number][]) =>
  rules
    .filter(({ points }) => points !== 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_RULES)
    .map(({ name, points, about }) => ({
      name: readableText(new TextEncoder().encode(name)).slice(0, 80),
      points,
      about: readableText(new TextEncoder().encode(about)).slice(0, MAX_ABOUT),
    }));
