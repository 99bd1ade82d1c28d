import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";
import { beginsWith, type Lexica } from "./find-phrases.ts";
import { type Sentence, sentencesOf } from "./tokens.ts";

/** A closing is a line of its own. */
const CLOSING = 8;
/** A disclaimer says so at once. */
const OPENING = 6;
/** Shorter sentences may be somebody's own words as well as ours. */
const KNOWN = 4;
const POSTSCRIPT = /^(?:p\s?\.?\s?s|n\.?b)\b/i;

/**
 * Of a text without its quotation, the sentences that its writer wrote for this reply: without the
 * closing, the name and address below it, disclaimers, and without sentences of ours, which some
 * programs quote as if they were the writer's.
 */
export function writtenSentences(
  lexica: Lexica,
  text: OutsideText,
  known: Outside<readonly string[]>,
): Sentence[] {
  const ours = ` ${known.flatMap((one) => sentencesOf(one).map(wordsOf)).join(" ")} `;
  const all = sentencesOf(text);
  const written: Sentence[] = [];
  let isOver = false;
  for (const [i, sentence] of all.entries()) {
    const beginsLine = isLineStart(text, sentence);
    const begins = text.slice(sentence.tokens[0]?.from);
    if (isOver && beginsLine && POSTSCRIPT.test(begins)) isOver = false;
    if (beginsLine && i > 0 && beginsWith(lexica, lexica.disclaimers, sentence, OPENING)) break;
    if (isOver) continue;
    if (beginsLine && isClosing(lexica, all, i)) isOver = true;
    else if (!isOurs(ours, sentence) && !isContact(text, sentence)) written.push(sentence);
  }
  return written;
}

const wordsOf = ({ tokens }: Sentence): string => tokens.map(({ word }) => word).join(" ");

const isOurs = (ours: string, sentence: Sentence): boolean =>
  sentence.tokens.length >= KNOWN && ours.includes(` ${wordsOf(sentence)} `);

function isLineStart(text: string, { tokens }: Sentence): boolean {
  const from = tokens[0]?.from ?? 0;
  const line = text.lastIndexOf("\n", from - 1) + 1;
  return from - line < 12 && !/[\p{L}\p{N}]/u.test(text.slice(line, from));
}

/** "Thanks," opens a text as often as it closes one: a name has to follow. */
function isClosing(lexica: Lexica, all: readonly Sentence[], i: number): boolean {
  const sentence = all[i];
  if (!sentence || sentence.tokens.length > CLOSING) return false;
  if (!beginsWith(lexica, lexica.closings, sentence, 1)) return false;
  const next = all[i + 1];
  return i > 0 ? next === undefined || isName(next) : next !== undefined && isName(next);
}

const isName = ({ tokens, isQuestion }: Sentence): boolean =>
  !isQuestion &&
  tokens.length <= 6 &&
  tokens.every((t) => t.isCapital || /^(?:<|\d|van|von|de|der|di|da)/.test(t.word));

/** A line with somebody's telephone or links between strokes. */
function isContact(text: string, { tokens }: Sentence): boolean {
  const line = text.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0);
  const signs = tokens.filter(({ word }) => /^<(?:phone|url|email|calendar)>$/.test(word)).length;
  return signs > 0 && (line.match(/[|•·]/g) ?? []).length >= signs && tokens.length < 30;
}
