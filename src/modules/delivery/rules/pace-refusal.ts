import type { OutsideText } from "#platform/rules/outside-text.ts";
import { judgeRefusal } from "#platform/rules/mail/refusal.ts";
import { ACCUSED, LISTED, RATE } from "#platform/rules/mail/refusal-words.ts";
import type { SmtpFacts } from "./outcome.ts";

/** Of a named recipient, or of the mail itself: before that nobody knows whose mail it is. */
const PHASES: readonly SmtpFacts["phase"][] = ["rcpt", "data", "body", "dot"];
/** Words of big providers about volume and reputation that other lists do not need. */
const SLOW_DOWN =
  /unusual(?:ly)? (?:rate|volume|number)|unexpected volume|user complaints|reputation|temporarily (?:deferred|rate)|slow(?:ing)? down/i;
/** Everybody new is asked to come again: that says nothing about the sender. */
const GREYLISTED = /gr[ae]y.?list/i;
const MAX_TEXT = 2_000;

/**
 * Whether a server refuses for now because of how much, or what, we send it: `421` or `4.7.x` about
 * rate or reputation. Not what concerns the sending account alone, and not greylisting.
 */
export function asksToSlowDown(facts: SmtpFacts): boolean {
  const { ending, phase, code, enhanced, response } = facts;
  if (ending !== "reply" || !PHASES.includes(phase)) return false;
  if (code === null || code < 400 || code > 499) return false;
  const text: OutsideText = (response ?? "").slice(0, MAX_TEXT);
  const status = enhanced ?? /\b4\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? "";
  if (code !== 421 && !status.startsWith("4.7.")) return false;
  if (GREYLISTED.test(text)) return false;
  if (judgeRefusal({ code, enhanced, text }).about === "account") return false;
  return RATE.test(text) || ACCUSED.test(text) || LISTED.test(text) || SLOW_DOWN.test(text);
}
