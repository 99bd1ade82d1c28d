import type { OutsideText } from "#platform/rules/outside-text.ts";
import { isDeviceSignature } from "./device-signature.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";

/** Bounds of what is looked at: hostile mail must cost nothing, and answers are at the top. */
const MAX_TEXT = 32_000;
const MAX_LINES = 500;
/** "On ... wrote:" is wrapped over this many lines at most. */
const MAX_ATTRIBUTION_LINES = 4;
const MAX_ATTRIBUTION = 400;
/** A longer line is text, whatever it begins with. */
const MAX_MARK = 1_000;
const SNIPPET_LENGTH = 200;

/** How a line begins that introduces a quotation: "On", a date, or an address. */
const ATTRIBUTION_START =
  /^(?:on|am|um|le|el|il|op|den|d\.|em|a|ons|tors|fre|lør|søn|man|tir|w dniu|dnia|på|dne|в|от|\d{1,4}[-./年]|\d{1,2}\.?\s\p{L}{3,}|(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)[a-zé]*[., ]|["'«<]?[\w.+-]+@|.{0,80}<[^>\s]{3,120}(?:@|$))/iu;
/** A day or a time of day: what else an attribution may begin with, in any language. */
const DATED_START =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\s?\d{1,2}\b|\b\d{1,2}[:.]\d\d\b|^\p{L}{2,4}\.? \d{1,2}[. ]/u;
/** "Wrote", in the languages of business mail. */
const WROTE = [
  "wrote|writes|said|schrieb(?:\\s[^:]{0,120})?|geschrieben|schreef(?:\\s[^:]{0,120})?|geschreven",
  "a écrit|écrit|écrivait|escribió|escribio|escribiu|va escriure|escreveu|escreveram|ha scritto|scrive|a scris",
  "skrev(?:\\s[^:]{0,120})?|skrifaði|kirjoitti|kirjutas|rakstīja|rašė|parašė|írta",
  "napisał(?:a|\\(a\\))?|pisze|napsal(?:a)?|napísal(?:a)?|je (?:na)?pisa(?:o|la|l)|(?:na)?pisao|piše",
  "написал(?:а|\\(а\\))?|пишет|писал(?:а)?|написав|написала|пише|написа",
  "yazdı|şunu yazdı|έγραψε|đã viết|menulis",
  "写道|於.{0,40}寫道|寫道|さんは書きました|のメール|님이 작성|작성|כתב(?:ה)?|כתב/ה|كتبت?|เขียนว่า",
].join("|");
/** "Wrote the following". */
const FOLLOWING =
  "(?:the following|folgendes|følgende|följande|het volgende|ceci|ce qui suit|lo siguiente|o seguinte|quanto segue|następująco|následující|следующее|наступне)";
/** How it ends. */
const ATTRIBUTION_END = new RegExp(`(?:${WROTE})(?:\\s${FOLLOWING})?\\s?[:：]?\\s*$`, "iu");
/** The address in brackets, words behind it and a colon, with a time or a year: in any language. */
const ADDRESS_AND_COLON = /<[^\s<>]{1,100}@[^\s<>]{1,100}>.{0,60}[:：]$/u;
const TIMED = /\b\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d\d\b/u;
/** A date with a time of day and the name, as some programs leave it at. */
const DATED =
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}\s(?:\d{1,2}:\d{2}\s(?:gmt|utc)?[+-]\d|[^<>]{1,80}<[^<>\s]{1,60}@[^<>\s]{1,60}>$)/iu;
const ENDS_WITH_ADDRESS = /<[^<>\s]{3,120}@[^<>\s]{3,120}>\s?[:：]$/u;

/** "Original message" and "forwarded message". */
const ORIGINAL_MESSAGE =
  "original-?nachricht|original besked|oprindelig (?:besked|mail)|ursprungligt (?:meddelande|mail)|alkuperäinen viesti|pôvodná správa|původní e-?mail|eredeti üzenet|mesaj(?:ul)? original|orijinal (?:mesaj|ileti)|özgün ileti|oryginalna wiadomość|wiadomość oryginalna|originele? bericht|missatge original|izvorna poruka|izvirno sporočilo|αρχικό μήνυμα|оригінальне повідомлення|исходное письмо|пересланное сообщение|пересилане повідомлення|videresendt (?:besked|meddelelse|melding)|vidarebefordrat meddelande|doorgestuurd bericht|przekazana wiadomość|wiadomość przekazana|weitergeleitet|mensagem encaminhada|原始郵件|轉寄郵件|원본 메시지|전달된 메시지|元のメッセージ";

const SEPARATOR = new RegExp(
  `^[\\s>*]*(?:${[
    "-{2,}\\s?(?:original message|forwarded message|original appointment|forwarded by .{0,80}|reply (?:message|above).{0,40})\\s?-*",
    "-{2,}\\s?(?:ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|message (?:d.origine|original|transféré)|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|oorspronkelijk bericht|originalmeddelande|opprinnelig melding|oprindelig meddelelse|původní zpráva|исходное сообщение|пересылаемое сообщение|原始邮件|邮件原件|転送メッセージ)\\s?-*",
    `-{2,}\\s?(?:${ORIGINAL_MESSAGE})\\s?-*`,
    "_{10,}",
    "begin forwarded message:",
    "-{3,}\\s?on .{0,80} wrote\\s?-*",
    // Lotus Notes puts it between dashes.
    "-{3,}\\s?[^\\s-].{0,120}\\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał|napisała|написал|написала)\\s?[:：]\\s?-{3,}",
    "(?:please )?(?:reply above this line|type your reply above this line).{0,20}",
    "#{2,}-? ?(?:please )?(?:type your )?reply above this line.{0,20}",
  ].join("|")})[\\s*]*$`,
  "iu",
);

const FROM =
  "from|von|de|da|van|från|fra|od|lähettäjä|feladó|odesílatel|odosielateľ|de la|gönderen|kimden|kimdan|от|від|από|发件人|寄件者|差出人|보낸 사람";
const HEADER_LINE = new RegExp(
  `^[\\s>*|]*(?:${FROM}|sent|date|to|cc|bcc|subject|reply-to|importance|gesendet|datum|an|kopie|betreff|message du|envoyé(?: le)?|à|copie(?: à)?|objet|sujet|enviado(?: el| em)?|enviada em|fecha|para|asunto|assunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|skickat|till|kopia|ämne|sendt|dato|til|kopi|emne|lähetetty|päiväys|päivämäärä|vastaanottaja|kopio|aihe|wysłano|do|dw|temat|odesláno|komu|předmět|predmet|küldve|címzett|tárgy|dátum|trimis|către|subiect|gönderildi|tarih|kime|konu|отправлено|кому|дата|тема|копия|надіслано|копія|στάλθηκε|ημερομηνία|προς|θέμα|发送时间|收件人|抄送|主题|寄件日期|收件者|主旨|送信日時|宛先|件名|보낸 날짜|받는 사람|제목)\\s?\\*?\\s?[:：]`,
  "iu",
);
const FIRST_HEADER = new RegExp(`^[\\s>*|]*(?:${FROM})\\s?\\*?\\s?[:：]\\s?\\*?\\s*\\S`, "iu");
/** What any language puts before the value of a header. */
const LABEL = "^[\\s>*|\\p{Cf}]{0,8}\\p{L}[\\p{L}\\p{M} .'-]{0,24}\\*?\\s?[:：]\\*?\\s{1,3}";
const SIGNATURE = /^(?:--|—|––)\s*$/u;
const QUOTED = /^\s?[>|›]/u;

/**
 * What a person wrote, without the quotation, the signature after `-- ` and the mail program's own
 * line. Line by line and in linear time; of a longer mail the first 32,000 characters and 500
 * lines. Where all of it is quotation, what is between the quotations; failing that, the text as it
 * is.
 */
export function ownText(text: OutsideText): string {
  const lines = text.slice(0, MAX_TEXT).replace(/\r\n?/g, "\n").split("\n").slice(0, MAX_LINES);
  const start = skipForwardHeader(lines);
  let end = start;
  while (end < lines.length && !endsOwnText(lines, end)) end++;
  const own = withoutRule(trimmed(lines.slice(start, end)), end < lines.length);
  if (own !== "") return own;
  const between = trimmed(
    lines.filter((line, i) => !QUOTED.test(line) && attributionAt(lines, i) === 0),
  );
  return between === "" ? trimmed(lines) : between;
}

/**
 * What a person wrote in this mail alone: as `ownText`, without quoted lines between it and with
 * answers between the lines of a quotation. Empty for a mail that only forwards or quotes.
 */
export function writtenText(text: OutsideText): string {
  const lines = text.slice(0, MAX_TEXT).replace(/\r\n?/g, "\n").split("\n").slice(0, MAX_LINES);
  if (skipForwardHeader(lines) > 0) return "";
  let end = 0;
  while (end < lines.length && !endsOwnText(lines, end)) end++;
  const above = trimmed(lines.slice(0, end).filter((line) => !QUOTED.test(line)));
  const between = answersIn(lines.slice(end));
  return [above, between].filter((part) => part !== "").join("\n\n");
}

/** A line of a quotation that was wrapped has no mark on what stands over. */
const WRAPPED = 60;

/** What stands between quoted lines: answers to them. */
function answersIn(lines: readonly string[]): string {
  const first = lines.findIndex((line) => QUOTED.test(line));
  if (first < 0) return "";
  const answers: string[] = [];
  for (let i = first; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const before = lines[i - 1] ?? "";
    if (QUOTED.test(line)) answers.push("");
    else if (endsOwnText(lines, i)) {
      // The attribution of a further quotation.
      if (SIGNATURE.test(line) || isDeviceSignature(line)) break;
      i += Math.max(0, attributionAt(lines, i) - 1);
    } else if (!(QUOTED.test(before) && before.length >= WRAPPED && /^\s*\p{Ll}/u.test(line))) {
      answers.push(line);
    }
  }
  return trimmed(answers);
}

/** One line of at most 200 characters that shows what an answer says. */
export const excerptOf = (text: OutsideText): string => plainLine(ownText(text), SNIPPET_LENGTH);

/** A mail that begins with a forward's header: what counts comes after it. */
function skipForwardHeader(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first < 0 || !(SEPARATOR.test(lines[first] ?? "") || isHeaderBlock(lines, first))) return 0;
  let i = first + 1;
  while (i < lines.length && (lines[i] ?? "").trim() !== "") i++;
  return i;
}

function endsOwnText(lines: readonly string[], i: number): boolean {
  const line = lines[i] ?? "";
  if (line.length > MAX_MARK) return false;
  if (SIGNATURE.test(line) || SEPARATOR.test(line) || isDeviceSignature(line)) return true;
  return attributionAt(lines, i) > 0 || isHeaderBlock(lines, i);
}

/** Lines that the attribution starting here takes; 0 where none starts. */
function attributionAt(lines: readonly string[], i: number): number {
  const first = (lines[i] ?? "").replace(/^[\s*]+(?:-\s)?|^-\s/, "").slice(0, 200);
  if (first === "" || !(ATTRIBUTION_START.test(first) || DATED_START.test(first))) return 0;
  let joined = "";
  for (let n = 1; n <= MAX_ATTRIBUTION_LINES; n++) {
    const line = lines[i + n - 1];
    if (line === undefined || line.trim() === "" || QUOTED.test(line)) return 0;
    joined = `${joined} ${line.trim()}`.trim();
    if (joined.length > MAX_ATTRIBUTION) return 0;
    if (isAttribution(joined)) return n;
  }
  return 0;
}

function isAttribution(line: string): boolean {
  const plain = line.replace(/[*_]+/g, "").replace(/<\s+/g, "<");
  if (ENDS_WITH_ADDRESS.test(plain) || DATED.test(plain)) return true;
  if (ADDRESS_AND_COLON.test(plain) && TIMED.test(plain)) return true;
  return ATTRIBUTION_END.test(plain) && /[\d@]/.test(plain) && plain.length > 12;
}

/**
 * Two header lines within the next four begin a quoted message, as Outlook writes it. Some programs
 * begin with another header than the sender's, which then has to follow.
 */
function isHeaderBlock(lines: readonly string[], i: number): boolean {
  const line = lines[i] ?? "";
  if (line.length > MAX_MARK) return false;
  if (isUnknownHeader(lines, i)) return true;
  if (!HEADER_LINE.test(line)) return false;
  const next = lines
    .slice(i + 1, i + 5)
    .filter((other) => other.length <= MAX_MARK && HEADER_LINE.test(other));
  if (next.length < 2) return false;
  return FIRST_HEADER.test(line) || next.some((other) => FIRST_HEADER.test(other));
}

const NAMED_ADDRESS = new RegExp(`${LABEL}[^<>]{0,100}<[^\\s<>]{1,100}@[^\\s<>]{1,200}>`, "u");
const LABELLED = new RegExp(`${LABEL}\\S`, "u");

/**
 * The same in a language that is not listed: a name with its address, and two of the next three lines
 * with a word and a colon, one of them with a time or a year.
 */
function isUnknownHeader(lines: readonly string[], i: number): boolean {
  if (!NAMED_ADDRESS.test((lines[i] ?? "").slice(0, MAX_ATTRIBUTION))) return false;
  const next = lines
    .slice(i + 1, i + 4)
    .map((line) => line.slice(0, MAX_ATTRIBUTION))
    .filter((line) => LABELLED.test(line));
  return next.length >= 2 && next.some((line) => TIMED.test(line));
}

/** A rule that led over to what was cut off goes with it. */
const withoutRule = (text: string, cut: boolean): string =>
  cut ? text.replace(/\n\s{0,8}[-_=]{4,100}$/, "").trimEnd() : text;

/** Without the quoted and empty lines at the end, and the empty ones at the start. */
function trimmed(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && isTail(lines[end - 1] ?? "")) end--;
  return lines.slice(0, end).join("\n").trim();
}

const isTail = (line: string): boolean => line.trim() === "" || QUOTED.test(line);
