import type { OutsideText } from "#domain/outside-text.ts";
import { plainLine } from "./plain-line.ts";

/** Bounds of what is looked at: hostile mail must cost nothing, and answers stand at the top. */
const MAX_TEXT = 32_000;
const MAX_LINES = 500;
/** "On ... wrote:" is wrapped over this many lines at most. */
const MAX_ATTRIBUTION_LINES = 4;
const MAX_ATTRIBUTION = 400;
/** A longer line is text, whatever it begins with. */
const MAX_MARK = 1_000;
/** Contract 2.8. */
const SNIPPET_LENGTH = 200;

/** How a line begins that introduces a quotation: "On", a date, or an address. */
const ATTRIBUTION_START =
  /^(?:on|am|um|le|el|il|op|den|d\.|em|a|ons|tors|fre|lør|søn|man|tir|w dniu|dnia|på|dne|в|от|\d{1,4}[-./年]|\d{1,2}\.?\s\p{L}{3,}|(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)[a-zé]*[., ]|["'«<]?[\w.+-]+@|.{0,80}<[^>\s]{3,120}(?:@|$))/iu;
/** How it ends: "wrote:" in the languages of business mail. */
const ATTRIBUTION_END =
  /(?:wrote|writes|said|schrieb(?:\s[^:]{0,120})?|geschrieben|a écrit|écrit|écrivait|escribió|escribio|escreveu|ha scritto|scrive|schreef|skrev|skrifaði|napisał(?:\(a\))?|pisze|kirjoitti|írta|napsal(?:a)?|написал(?:а|\(а\))?|пишет|писал(?:а)?|yazdı|şunu yazdı|写道|於.{0,40}寫道|寫道|さんは書きました|のメール)\s?[:：]?\s*$/iu;
/** A date with a time of day and the name, as some programs leave it at. */
const DATED =
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}\s(?:\d{1,2}:\d{2}\s(?:gmt|utc)?[+-]\d|[^<>]{1,80}<[^<>\s]{1,60}@[^<>\s]{1,60}>$)/iu;
const ENDS_WITH_ADDRESS = /<[^<>\s]{3,120}@[^<>\s]{3,120}>\s?[:：]$/u;

const SEPARATOR = new RegExp(
  `^[\\s>*]*(?:${[
    "-{2,}\\s?(?:original message|forwarded message|original appointment|forwarded by .{0,80}|reply (?:message|above).{0,40})\\s?-*",
    "-{2,}\\s?(?:ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|message (?:d.origine|original|transféré)|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|oorspronkelijk bericht|originalmeddelande|opprinnelig melding|oprindelig meddelelse|původní zpráva|исходное сообщение|пересылаемое сообщение|原始邮件|邮件原件|転送メッセージ)\\s?-*",
    "_{10,}",
    "begin forwarded message:",
    "-{3,}\\s?on .{0,80} wrote\\s?-*",
    "(?:please )?(?:reply above this line|type your reply above this line).{0,20}",
    "#{2,}-? ?(?:please )?(?:type your )?reply above this line.{0,20}",
  ].join("|")})[\\s*]*$`,
  "iu",
);

const HEADER_LINE =
  /^[\s>*|]*(?:from|sent|date|to|cc|subject|reply-to|importance|von|gesendet|datum|an|betreff|de|envoyé(?: le)?|date|à|objet|enviado(?: el)?|fecha|para|asunto|da|inviato|data|a|oggetto|van|verzonden|aan|onderwerp|från|skickat|till|ämne|fra|sendt|til|emne|od|wysłano|do|temat|от|кому|дата|тема|отправлено|发件人|发送时间|收件人|主题|差出人|送信日時|宛先|件名)\s?\*?\s?[:：]/iu;
const FIRST_HEADER =
  /^[\s>*|]*(?:from|von|de|da|van|från|fra|od|от|发件人|差出人)\s?\*?\s?[:：]\s?\*?\s*\S/iu;
const SIGNATURE = /^(?:--|—|––)\s*$/u;
const SENT_FROM =
  /^(?:sent from (?:my |mail for )|sent via |get outlook for |von meinem .{2,30} gesendet|gesendet (?:von|mit) |envoyé de(?:puis)? mon |enviado desde mi |enviado do meu |inviato da |verzonden vanaf mijn |skickat från min |отправлено с )/iu;
const QUOTED = /^\s?[>|›]/u;

/**
 * What a person wrote, without the quotation, the signature after `-- ` and the mail program's own
 * line. Line by line and in linear time; of a longer mail the first 32,000 characters and 500 lines.
 * Where all of it is quotation, what stands between the quotations; failing that, the text as it is.
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
  if (SIGNATURE.test(line) || SEPARATOR.test(line) || SENT_FROM.test(line)) return true;
  return attributionAt(lines, i) > 0 || isHeaderBlock(lines, i);
}

/** Lines that the attribution starting here takes; 0 where none starts. */
function attributionAt(lines: readonly string[], i: number): number {
  const first = (lines[i] ?? "").replace(/^[\s*]+/, "");
  if (first === "" || !ATTRIBUTION_START.test(first.slice(0, 200))) return 0;
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
  return ATTRIBUTION_END.test(plain) && /[\d@]/.test(plain) && plain.length > 12;
}

/** Two header lines within the next three begin a quoted message, as Outlook writes it. */
function isHeaderBlock(lines: readonly string[], i: number): boolean {
  if (!FIRST_HEADER.test(lines[i] ?? "")) return false;
  const next = lines.slice(i + 1, i + 5).filter((line) => HEADER_LINE.test(line));
  return next.length >= 2;
}

/** A rule that led over to what was cut off goes with it. */
const withoutRule = (text: string, cut: boolean): string =>
  cut ? text.replace(/\n\s{0,8}[-_=]{5,100}$/, "").trimEnd() : text;

/** Without the quoted and empty lines at the end, and the empty ones at the start. */
function trimmed(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && isTail(lines[end - 1] ?? "")) end--;
  return lines.slice(0, end).join("\n").trim();
}

const isTail = (line: string): boolean => line.trim() === "" || QUOTED.test(line);
