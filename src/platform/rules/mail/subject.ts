import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What mail programs put before a subject when they answer or forward; `[2]` and `(3)` count levels. */
const PREFIX =
  /^(?:re|aw|antw?|sv|vs|ref|rif|res|odp|ynt|fwd?|wg|tr|rv|enc|doorst|回复|答复|转发|答覆|轉寄)\s{0,2}(?:\[\d{1,3}\]|\(\d{1,3}\))?\s{0,2}[:：]\s*/iu;
/** What an automatic answer puts before the subject that it answers. */
const AUTOMATIC_PREFIX =
  /^[^:：]{0,60}(?:automati|autom[aá]ti|abwesenheit|out of office|autosvar|自动回复|自動返信)[^:：]{0,40}[:：]\s*/iu;
const MAX_PREFIXES = 10;

/** Whether it begins as the subject of an answer or a forward does. */
export const isAnswerSubject = (subject: OutsideText): boolean =>
  PREFIX.test(subject.slice(0, 100).normalize("NFC").trimStart());

/**
 * A subject without its answer and forward marks, folded for comparison: the same for
 * "Re: AW: Hello", "Automatic reply: hello" and "Hello".
 */
export function subjectKey(subject: OutsideText): string {
  let rest = subject.slice(0, 1_000).normalize("NFC").trim();
  for (let i = 0; i < MAX_PREFIXES; i++) {
    const shorter = rest.replace(PREFIX, "").replace(AUTOMATIC_PREFIX, "").trimStart();
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest.replace(/\s+/g, " ").trim().toLowerCase();
}
