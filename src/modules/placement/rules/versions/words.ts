import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Stands where the signature goes, while the words around it are replaced. */
export const SIGNATURE_MARK = "\ue000";

/** What no filter minds. */
const NEUTRAL =
  "we would like to share a short note about our plans for this week and hear what you think when you have time".split(
    " ",
  );
export const NEUTRAL_SUBJECT = "A short note about this week";
export const NEUTRAL_GREETING = "Hello,";
const MAX_WORDS = 2_000;

/** How many words become as many others. Space around them stays. */
export function neutralWords(text: OutsideText): string {
  if (text.trim() === "") return text;
  const count = Math.min(text.trim().split(/\s+/).length, MAX_WORDS);
  const words = Array.from({ length: count }, (_, at) => NEUTRAL[at % NEUTRAL.length] ?? "");
  const said = words.join(" ");
  const before = text.length - text.trimStart().length;
  const after = text.trimEnd().length;
  return `${text.slice(0, before)}${said.charAt(0).toUpperCase()}${said.slice(1)}.${text.slice(after)}`;
}

const GREETING =
  /^\s{0,200}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|salut|cher|chère|hola|buenos días|ciao|gentile|olá|beste|geachte)\b[^,!:\n]{0,80}[,!:]?/iu;

/** Where the greeting at the beginning of a text ends; 0 without one. */
export const greetingEnd = (text: OutsideText): number => GREETING.exec(text)?.[0].length ?? 0;

const URL_TEXT = /\bhttps?:\/\/[^\s<>"']+/gi;

/** Without addresses of pages, but `keep`. */
export const withoutUrls = (text: OutsideText, keep: readonly string[]): string =>
  text.replace(URL_TEXT, (url) => (keep.includes(url) ? url : ""));
