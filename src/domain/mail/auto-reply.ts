import { ownText } from "./quote.ts";
import { headerOf, type ReceivedMail } from "./received-mail.ts";

/** Beginnings of the subjects that mail programs and people give to absence notices. */
const AUTOMATIC_SUBJECT = new RegExp(
  `^\\s*(?:${[
    "(?:automatic|automated|auto)[ -]?(?:reply|response|responder|answer)",
    "autoreply",
    "out[ -]of[ -](?:the[ -])?office",
    "on (?:annual |parental |maternity |sick )?(?:leave|vacation|holiday)",
    "vacation (?:reply|response|message|notice)",
    "away from (?:my|the) (?:mail|office|desk)",
    "ooo\\b",
    "automatische (?:antwort|e-?mail|reactie|beantwoording)",
    "abwesenheit",
    "abwesend",
    "(?:ich bin )?(?:derzeit |momentan )?nicht im (?:haus|büro)",
    "afwezig",
    "r[ée]ponse automatique",
    "absence? du bureau",
    "absent du bureau",
    "respuesta automática",
    "respuesta automatica",
    "fuera de (?:la )?oficina",
    "risposta automatica",
    "fuori (?:sede|ufficio)",
    "assente dall",
    "resposta automática",
    "ausência temporária",
    "fora do escritório",
    "autosvar",
    "automatiskt svar",
    "automatisk svar",
    "automaattinen vastaus",
    "odpowiedź automatyczna",
    "automatyczna odpowiedź",
    "automatická odpověď",
    "automatikus válasz",
    "otomatik yanıt",
    "автоответ",
    "автоматический ответ",
    "自动回复",
    "自動回覆",
    "自動返信",
    "不在",
  ].join("|")})`,
  "iu",
);
const ABSENCE =
  /out[ -]of|office|leave|vacation|holiday|abwes|nicht im|afwezig|absen|fuera|fuori|assente|ausência|fora do|away|ooo\b|不在/iu;

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
  ].join("|"),
  "iu",
);
/** A notice says so at its beginning. */
const MAX_AWAY = 2_000;

/**
 * Whether a machine answered: `absence` for an out-of-office notice, `other` for receipts and the
 * like, null for what a person seems to have written (RFC 3834, contract 2.8). Reports of delivery
 * are told apart before this.
 */
export function autoReplyKind(mail: ReceivedMail): "absence" | "other" | null {
  const bySubject = AUTOMATIC_SUBJECT.test(mail.subject.slice(0, 300));
  if (!bySubject && !isMarkedAutomatic(mail)) return null;
  const vacation = /vacation/i.test(headerOf(mail, "auto-submitted"));
  const away =
    vacation ||
    ABSENCE.test(mail.subject.slice(0, 300)) ||
    AWAY.test(ownText(mail.text.slice(0, MAX_AWAY * 4)).slice(0, MAX_AWAY));
  return away ? "absence" : "other";
}

function isMarkedAutomatic(mail: ReceivedMail): boolean {
  const submitted = headerOf(mail, "auto-submitted").trim().toLowerCase();
  if (submitted !== "" && !/^no\b/.test(submitted)) return true;
  if (headerOf(mail, "x-autoreply") !== "" || headerOf(mail, "x-autorespond") !== "") return true;
  if (headerOf(mail, "x-autoreply-from") !== "") return true;
  if (/^\s*auto[_-]?reply/i.test(headerOf(mail, "precedence"))) return true;
  return headerOf(mail, "return-path").trim() === "<>";
}
