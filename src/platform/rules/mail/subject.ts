import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What mail programs put before a subject when they answer or forward; `[2]` and `(3)` count levels. */
const PREFIX =
  /^(?:re|aw|antw?|antwort|antwoord|sv|vs|vb|vl|vá|ref|réf|rif|res|resp|respuesta|réponse|risposta|resposta|odp|odpověď|odpoveď|odg|ynt|ilt|fwd?|fs|wg|tr|rv|pd|enc|doorst|r|i|απ|πρθ|отв|ответ|на|回复|答复|转发|答覆|轉寄|回覆|轉發|返信|転送|답장|회신|전달|trả lời)\s{0,2}(?:\[\d{1,3}\]|\(\d{1,3}\))?\s{0,2}[:：]\s*/iu;
/** What an automatic answer puts before the subject that it answers. */
const AUTOMATIC_PREFIX =
  /^[^:：]{0,60}(?:automati|autom[aá]ti|abwesenheit|out of office|autosvar|自动回复|自動返信)[^:：]{0,40}[:：]\s*/iu;
/** What a company's server puts before the subject of mail from outside, and a desk for its ticket. */
const MARK =
  /^(?:\[\s?ext(?:ern(?:al|e[rs]?|[oa])?)?(?:[ -](?:e-?mail|sender|message|mail))?\s?\]|\(ext(?:ernal)?\)|\*{1,3}\s?ext(?:ernal)?\s?\*{1,3}|ext(?:ernal)?\s?[:：]|\[[\p{L} ]{0,20}[\s#:._-]{0,3}\d[\w-]{2,24}\])\s*/iu;
const MAX_PREFIXES = 10;

/** Whether it begins as the subject of an answer or a forward does. */
export const isAnswerSubject = (subject: OutsideText): boolean =>
  PREFIX.test(subject.slice(0, 100).normalize("NFC").trimStart().replace(MARK, ""));

/**
 * A subject without its answer and forward marks, folded for comparison: the same for
 * "Re: AW: Hello", "Automatic reply: hello" and "Hello".
 */
export function subjectKey(subject: OutsideText): string {
  let rest = subject.slice(0, 1_000).normalize("NFC").trim();
  for (let i = 0; i < MAX_PREFIXES; i++) {
    const shorter = rest
      .replace(MARK, "")
      .replace(PREFIX, "")
      .replace(AUTOMATIC_PREFIX, "")
      .trimStart();
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest.replace(/\s+/g, " ").trim().toLowerCase();
}
