import type { Outside } from "#platform/rules/outside-text.ts";
import { automaticSubject } from "./auto-reply-subjects.ts";
import { ownText } from "#modules/inbox/rules/quote.ts";
import { headerOf, type ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import { isAnswerSubject } from "#platform/rules/mail/subject.ts";

/** How a notice says that its writer is away, where its subject is only "Automatic reply". */
const AWAY = new RegExp(
  [
    "out of (?:the )?office",
    "not in the office",
    "(?:annual|parental|maternity|paternity|sick|on) leave",
    "on (?:vacation|holidays?)",
    "\\baway (?:from|until|till|on|for|this|next)\\b",
    "\\b(?:am|are|'m) (?:currently )?away\\b",
    "\\bback (?:in the office|on|at work)\\b",
    "return(?:ing)? (?:to the office|on)\\b",
    "abwesen",
    "urlaub",
    "elternzeit",
    "nicht (?:im (?:haus|büro)|da\\b|erreichbar|anwesend)",
    "außer haus",
    "(?:wieder|ab) (?:da\\b|im büro|erreichbar)",
    "\\bzurück\\b",
    "\\babsen(?:t|te|ce)\\b",
    "congés?\\b",
    "en vacances",
    "de retour",
    "fuera de (?:la |mi )?oficina",
    "vacaciones",
    "ausen(?:te|cia)",
    "fuori (?:ufficio|sede)",
    "\\bferie\\b",
    "assen(?:te|za)",
    "afwezig",
    "vakantie",
    "verlof",
    "niet (?:op kantoor|aanwezig|bereikbaar)",
    "de férias",
    "em férias",
    "fora do escritório",
    "na urlopie",
    "urlop(?:u|em|ie)?\\b",
    "poza biurem",
    "nieobecn",
    "frånvar",
    "på (?:semester|ferie)",
    "fravær",
    "poissa",
    "lomalla",
    "dovolen",
    "nepřítom",
    "в отпуске",
    "у відпустці",
    "szabadság",
    "concediu",
    "\\bi['’]?(?:m| am) out\\b(?! of (?:ideas|luck|time|options))",
    "休假|休暇|出差|不在|휴가|부재",
  ].join("|"),
  "iu",
);
/** A notice says so at its beginning. */
const MAX_AWAY = 2_000;

/**
 * Whether a machine answered: `absence` for an out-of-office notice, `other` for receipts and the
 * like, null for what a person seems to have written (RFC 3834). Delivery reports are recognised
 * before this.
 */
export function autoReplyKind(mail: Outside<ReceivedMail>): "absence" | "other" | null {
  const bySubject = automaticSubject(mail.subject, mail.text);
  if (bySubject === null && !isMarkedAutomatic(mail)) return null;
  const vacation = /vacation/i.test(headerOf(mail, "auto-submitted"));
  return vacation || bySubject === "absence" || saysAway(mail) ? "absence" : "other";
}

const saysAway = (mail: ReceivedMail): boolean =>
  AWAY.test(ownText(mail.text.slice(0, MAX_AWAY * 4)).slice(0, MAX_AWAY));

/** Headers that only programs which answer by themselves write, whatever their value. */
const MARKS =
  /^x-(?:mail-?|amazon-)?auto-?(?:repl\w{0,4}|respond\w{0,3}|response|answer\w{0,3}|generated?|submitted)(?:-from|-id)?$|^x-(?:vacation|out-?of-?office|holiday-?reply|fc-machinegenerated)$/;
const NO = /^\s*(?:(?:no|false|0|none)\s*)?$/i;
/** The value names an answering program. */
const ANSWERING =
  /auto-?(?:reply|respon|answer|generat)|vacation|out-?of-?office|mailbox rules agent/i;
const NAMING = [
  "preference",
  "user-agent",
  "x-mailer",
  "x-post-messageclass",
  "x-ms-exchange-generated-message-source",
] as const;

function isMarkedAutomatic(mail: ReceivedMail): boolean {
  const submitted = headerOf(mail, "auto-submitted").trim().toLowerCase();
  if (submitted !== "" && !/^no\b/.test(submitted)) return true;
  const marks = Object.keys(mail.headers).filter((name) => MARKS.test(name));
  if (marks.some((name) => !NO.test(headerOf(mail, name)))) return true;
  // Else it is our own address, whatever that is called.
  if (/^\s*auto-?responder\b/i.test(headerOf(mail, "delivered-to"))) return true;
  if (NAMING.some((name) => ANSWERING.test(headerOf(mail, name)))) return true;
  if (/^\s*auto[_-]?reply/i.test(headerOf(mail, "precedence"))) return true;
  if (/^\s*(?:auto[_-]?reply|bulk|junk)/i.test(headerOf(mail, "x-precedence"))) return true;
  if (/disposition-notification/i.test(headerOf(mail, "content-type"))) return true;
  if (headerOf(mail, "return-path").trim() === "<>") return true;
  return suppressesAnswers(mail);
}

/**
 * X-Auto-Response-Suppress asks others not to answer by themselves. Exchange writes "All" on its own
 * answers, but companies have their servers write it on everything that people send as well: with
 * "All", an answer under the mark of a person's program is a person's unless it says that somebody
 * is away; other values say nothing without those words.
 */
function suppressesAnswers(mail: ReceivedMail): boolean {
  const value = headerOf(mail, "x-auto-response-suppress");
  if (!/\b(?:all|oof|autoreply)\b/i.test(value)) return false;
  if (/\ball\b/i.test(value) && !isAnswerSubject(mail.subject)) return true;
  return saysAway(mail) || SAYS_AUTOMATIC.test(mail.text.slice(0, MAX_AWAY));
}

const SAYS_AUTOMATIC =
  /\b(?:this is an? auto(?:mat(?:ic|ed))?[ -](?:reply|response|message|e-?mail)|automatically generated|automatische (?:antwort|nachricht|e-?mail)|automatisch (?:generiert|erstellt)|réponse automatique|message automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord)/i;
