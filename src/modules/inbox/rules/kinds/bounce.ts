import {
  type BounceClass,
  judgeRefusal,
  type Judgement,
  type RefusalSubject,
} from "#platform/rules/mail/refusal.ts";
import { headerOf, type ReceivedMail } from "#platform/rules/mail/received-mail.ts";

/** A mail that says that another mail did not arrive. */
export type Bounce = {
  readonly class: BounceClass;
  readonly about: RefusalSubject;
  /** False: the server still tries; a notice, not a result. */
  readonly final: boolean;
  /** RFC 3463 or SMTP code, "" where none was given. */
  readonly code: string;
  /** The server's own words, one line. */
  readonly reason: string;
  /** Lower case; the likeliest first. */
  readonly recipients: readonly string[];
  /** Message-IDs that it names as returned, without angle brackets; the surest first. */
  readonly returnedIds: readonly string[];
};

/** What a delivery report confirms: the mail reached its server (RFC 3464 2.3.3). */
export type DeliveryNotice = { readonly returnedIds: readonly string[] };

/** Bounces state their case early; what follows is the returned mail. */
const MAX_TEXT = 32_000;
const MAX_IDS = 20;
/** A recipient is near the beginning. */
const MAX_WITH_ADDRESSES = 8_000;

const DAEMON =
  /mailer-?daemon|post_?master|mail ?delivery|mdaemon|mail ?system|mailadm|daemon@|^administrator@|microsoft ?exchange|bounce/i;
const FAILURE_SUBJECT = new RegExp(
  [
    "undeliver",
    "unzustellbar",
    "deliver(?:y|ies)",
    "returned (?:mail|message|to)",
    "mail(?:er)? (?:system )?(?:error|failure)",
    "fail(?:ed|ure)",
    "non remis",
    "non-?deliver",
    "not delivered",
    "could not",
    "cannot send",
    "warning",
    "rejected",
    "not sent",
    "retourn",
    "error sending",
    "no se pudo",
    "nicht zugestellt",
    "blocked",
    "user unknown",
    "不能",
    "配信",
    "配送",
    "お届け",
    "退信",
    "недоставлен",
  ].join("|"),
  "iu",
);
/** Plain statements that something was not delivered, for mail from a postmaster without a telling subject. */
const FAILURE_WORDS =
  /did not reach the following|(?:could|can) ?not be delivered|unable to deliver|delivery (?:has )?failed|was not delivered|undeliverable/i;
/** Where the server's words end and the returned mail begins. */
const RETURNED_PART =
  /^-{2,} ?(?:original|returned|this is a copy|below|message header|undelivered|unsent|the body of)|^-{6,} ?(?:original|forwarded)|^Received: /im;

/** Reads a bounce, by report where it has one, else by its words. Null: it is none. */
export function readBounce(mail: ReceivedMail): Bounce | null {
  if (mail.report?.kind === "dsn") return fromReport(mail);
  return looksReturned(mail) ? fromWords(mail) : null;
}

/** A report that the mail was delivered or passed on. Null: it is none. */
export function readDeliveryNotice(mail: ReceivedMail): DeliveryNotice | null {
  return ARRIVED.has(actionOf(mail)) ? { returnedIds: returnedIds(mail) } : null;
}

/** The actions of RFC 3464, and what Postfix and others write of an address that takes mail. */
const ARRIVED = new Set(["delivered", "relayed", "expanded", "deliverable"]);

/** The word alone: some servers explain it in brackets behind it. */
const actionOf = (mail: ReceivedMail): string =>
  mail.report?.kind === "dsn"
    ? (/^[a-z]+/i.exec(mail.report.action ?? "")?.[0] ?? "").toLowerCase()
    : "";

function fromReport(mail: ReceivedMail): Bounce | null {
  if (readDeliveryNotice(mail)) return null;
  const { status, diagnostic, recipient } = mail.report ?? {};
  const reason = (diagnostic ?? "").replace(/^\s*[a-z0-9-]{1,20};\s*/i, "");
  const words = reason.trim() === "" ? ownWords(mail) : reason;
  const final = actionOf(mail) !== "delayed";
  return {
    ...judged(status ?? null, words, final),
    final,
    code: status ?? codeIn(words),
    reason: words,
    recipients: unique([recipient ?? "", ...failedRecipients(mail)]),
    returnedIds: returnedIds(mail),
  };
}

/**
 * Whether a mail may be a report or a bounce, by its headers alone: wider than `readBounce`, which
 * has the words as well.
 */
export function mayBeReport(mail: Pick<ReceivedMail, "from" | "headers">): boolean {
  const { address, name } = mail.from ?? { address: "", name: "" };
  return (
    mail.from === null ||
    DAEMON.test(`${address} ${name}`.slice(0, 600)) ||
    headerOf(mail, "x-failed-recipients") !== "" ||
    headerOf(mail, "return-path").trim() === "<>" ||
    /^auto-/i.test(headerOf(mail, "auto-submitted").trim()) ||
    /^multipart\/report/i.test(headerOf(mail, "content-type").trim())
  );
}

function looksReturned(mail: ReceivedMail): boolean {
  if (headerOf(mail, "x-failed-recipients") !== "") return true;
  const sender = `${mail.from?.address ?? ""} ${mail.from?.name ?? ""}`.slice(0, 600);
  const daemon = DAEMON.test(sender);
  const failure = FAILURE_SUBJECT.test(mail.subject.slice(0, 300));
  const nullSender = headerOf(mail, "return-path").trim() === "<>";
  const replied = /^auto-replied/i.test(headerOf(mail, "auto-submitted").trim());
  // No person writes without an address; some servers do.
  if ((daemon || mail.from === null) && failure) return true;
  if (nullSender && failure && !replied) return true;
  const words = mail.text.slice(0, MAX_TEXT);
  return daemon && (codeIn(words) !== "" || FAILURE_WORDS.test(words));
}

function fromWords(mail: ReceivedMail): Bounce {
  const words = ownWords(mail);
  const code = codeIn(words);
  const enhanced = /^\d\.\d/.test(code) ? code : null;
  const stillTrying =
    /\bwarning\b|still (?:be )?(?:try|retr|in the queue)|will (?:be )?(?:keep|continue|retr)|no action is required/i;
  const final = !stillTrying.test(`${mail.subject.slice(0, 300)} ${words.slice(0, 2_000)}`);
  return {
    ...judged(enhanced, words, final),
    final,
    code,
    reason: words,
    recipients: unique([...failedRecipients(mail), ...addressesIn(words)]),
    returnedIds: returnedIds(mail),
  };
}

/** What a server still tries is no refusal, whatever it says. */
const judged = (enhanced: string | null, text: string, final: boolean): Judgement => {
  const found = judgeRefusal({ code: null, enhanced, text });
  return final ? found : { ...found, class: "soft" };
};

/** The server's own words, without the returned mail. */
function ownWords(mail: ReceivedMail): string {
  const text = mail.text.slice(0, MAX_TEXT);
  const end = text.search(RETURNED_PART);
  const words = end > 0 ? text.slice(0, end) : text;
  return words.trim() === "" ? text : words;
}

const codeIn = (text: string): string =>
  /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ??
  /(?:^|[^\w.])([45]\d\d)[ -][^\d]/.exec(text)?.[1] ??
  "";

const failedRecipients = (mail: ReceivedMail): string[] =>
  addressesIn(headerOf(mail, "x-failed-recipients"));

const addressesIn = (text: string): string[] =>
  [
    ...text
      .slice(0, MAX_WITH_ADDRESSES)
      .matchAll(/[\w.+'=-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g),
  ]
    .map((match) => match[0].toLowerCase())
    .filter((address) => !/^(?:mailer-daemon|postmaster)@/.test(address));

function returnedIds(mail: ReceivedMail): string[] {
  const named = [
    ...mail.text
      .slice(0, MAX_TEXT * 2)
      .matchAll(/^[ >]{0,8}message-id:\s{0,5}<([^<>\s]{3,250})>/gim),
  ];
  return unique([
    mail.report?.originalMessageId ?? "",
    ...named.map((match) => match[1] ?? ""),
    ...mail.inReplyTo,
    ...mail.references,
  ]);
}

const unique = (values: readonly string[]): string[] =>
  [...new Set(values.filter((value) => value !== ""))].slice(0, MAX_IDS);
