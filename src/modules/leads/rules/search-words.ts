import type { OutsideText } from "#platform/rules/outside-text.ts";
/** More words than this say no more about whom is meant. */
const MAX_WORDS = 10;
/** Letters to JavaScript that the index's tokenizer, of an older Unicode, takes for separators. */
const NO_LETTERS = "\\u19b0-\\u19c0\\u19c8\\u19c9\\u1cf2\\u1cf3";
const WORD = new RegExp(`(?:(?![${NO_LETTERS}])[\\p{L}\\p{N}])+`, "gu");

/** The words of a search text as the index of leads cuts them: runs of letters and digits. */
export const searchWords = (text: OutsideText): string[] =>
  (text.normalize("NFC").match(WORD) ?? []).slice(0, MAX_WORDS);
