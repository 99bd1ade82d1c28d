/**
 * - `hard`: the address does not exist; it is never written to again.
 * - `soft`: trouble that may pass (mailbox full, server away).
 * - `block`: the receiver refuses this sender or this message; the address may be fine.
 */
export const BOUNCE_CLASSES = ["hard", "soft", "block"] as const;
export type BounceClass = (typeof BOUNCE_CLASSES)[number];

/** A server's refusal, in an SMTP reply or in a delivery report. */
export type Refusal = {
  /** SMTP reply code. */
  readonly code: number | null;
  /** RFC 3463, such as `5.1.1`. */
  readonly enhanced: string | null;
  readonly text: string;
};

/**
 * Whom a refusal is about:
 * - `recipient`: this address: unknown, full, switched off, or closed to strangers.
 * - `account`: the account that sends: its limit, its rights, or that it is suspended. No other
 *   recipient would be taken now either.
 * - `sender`: our reputation, server or message, as one receiver sees it.
 * - `unclear`: the words do not say.
 */
export type RefusalSubject = "recipient" | "account" | "sender" | "unclear";

export type Judgement = { readonly class: BounceClass; readonly about: RefusalSubject };

/** Longer texts are judged by their beginning: it bounds the time that hostile mail can take. */
const MAX_TEXT = 4_000;

const any = (...phrases: readonly string[]): RegExp =>
  new RegExp(phrases.join("|").replace(/ /g, "[\\s_-]{1,3}"), "i");

const WHO =
  "(?:user|user ?id|recipients?|address|mailbox|account|person|local part|addressee|customer)";

/** Words for "nobody has this address". */
const NOBODY = any(
  `(?:unknown|invalid|no such|no valid|nonexistent|non existent|inexistent|undeliverable) (?:[a-z-]{1,12} ){0,2}${WHO}`,
  `${WHO}(?: [a-z]{1,12})?:? (?:is )?(?:unknown|not found|invalid|inactive|nonexistent|disabled|expired)`,
  `${WHO}[^.]{0,60} (?:does not|doesn.t|do not|don.t) exist`,
  `${WHO}[^.]{0,40} (?:has been|was|is) (?:deleted|removed|closed|terminated|discontinued)`,
  "(?:does not|doesn.t) have an? [\\w.\\s]{0,40}account",
  "(?:could not|couldn.t|cannot|can.t) be found",
  "no (?:mailbox|user|account|one) (?:here|by that name|with that)",
  "isn.t (?:listed|in my)",
  "not (?:listed in|our customer|a valid (?:mailbox|user|address)|a known)",
  "no longer (?:exists|valid|available|in use|with)",
  "mailbox (?:unavailable|not available)",
  "name is not recogni[sz]ed",
  "recipient address rejected: (?:access denied|undeliverable)",
  "^\\W*(?:5\\d\\d)?[\\W\\d]{0,24}(?:recipient )?address rejected\\W*$",
  "unrout(?:e)?able (?:address|mail domain)",
  "illegal (?:host|domain)",
  "bad (?:destination|address|recipient)",
  "(?:host|domain)(?: or domain name)?(?: name)? (?:is )?(?:unknown|not found|does not exist)",
  "(?:unknown|no such) (?:host|domain)",
  "(?:has|have) moved",
);
/** Words for a domain that takes no mail at all (RFC 7505). */
const NO_MAIL_DOMAIN = any(
  "null mx",
  "(?:domain|host|system)[^.]{0,60} (?:does not accept|not accepting) (?:any )?(?:e-?mail|mail|(?:network )?messages)\\b",
  "no (?:mx|mail exchanger?)(?: records?)?(?: was| were)? found",
  "(?:could not|couldn.t|cannot) find (?:a|any) mail exchanger",
  "no smtp service",
);
const FULL = any(
  "quota",
  "(?:mail)?box (?:is )?(?:full|exceeded)",
  "over (?:the )?(?:limit|storage)",
  "(?:insufficient|not enough) (?:system |disk )?(?:storage|space)",
);
/** Words for a refusal of the sender or of what was written. */
const REFUSED = any(
  "spam",
  "blocked",
  "black ?list",
  "block ?list",
  "blacklist(?:ed)?",
  "blocklist(?:ed)?",
  "denylist(?:ed)?",
  "dnsbl",
  "\\brbl\\b",
  "spamhaus",
  "reputation",
  "\\bspf\\b",
  "\\bdkim\\b",
  "dmarc",
  "policy",
  "policies",
  "rejected",
  "refused",
  "not (?:allowed|authori[sz]ed|accepted|permitted)",
  "denied",
  "prohibited",
  "relay(?:ing)?",
  "virus",
  "content",
  "reverse dns",
  "\\bptr\\b",
  "authenticat",
  "banned",
  "security",
);
/** Words so plain that "unknown user" beside them is the filter's mask. */
const ACCUSED = any(
  "spam",
  "blocked",
  "black ?list",
  "dnsbl",
  "\\bspf\\b",
  "\\bdkim\\b",
  "dmarc",
  "reputation",
);
const SENDER_FAULT = any(
  "sender (?:address|domain|verify|rejected|denied)",
  "domain of sender",
  "envelope from",
);
const PASSING = any(
  "temporar",
  "try (?:again|later)",
  "gr[ae]y ?list",
  "timed? ?out",
  "timeout",
  "deferred",
  "delayed",
  "connection (?:refused|reset|dropped|lost)",
  "busy",
  "throttl",
  "rate limit",
  "too (?:many|much|large|big)",
  "exceed",
  "unavailable",
  "expired",
  "retry",
);

/** Codes of Exchange Online and Gmail that speak of the sending account alone. */
const ACCOUNT_STATUS = /^5\.(?:4\.5|2\.252|7\.57|7\.60|7\.139|7\.705|1\.90)$/;
const ACCOUNT_LIMIT = any(
  "(?:daily|hourly) (?:user )?(?:sending|message|mail|email|recipient) (?:limit|quota)",
  "sending (?:limit|quota)",
  "limit for sending",
  "has sent to too many recipients",
);
const ACCOUNT_CLOSED = any(
  "send ?as ?denied",
  "permissions? to send as",
  "your (?:account|mailbox) (?:has been|is) (?:suspended|disabled|blocked|locked)",
  "sender.{0,3} account (?:has been|is) (?:suspended|disabled|blocked|locked)",
  "bad outbound sender",
);

/** Decides what a refusal means and whom it is about. Linear in the first 4,000 characters. */
export function judgeRefusal(refusal: Refusal): Judgement {
  const words = withoutAddresses(refusal.text.slice(0, MAX_TEXT));
  const status = refusal.enhanced ?? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(words)?.[0] ?? "";
  if (ACCOUNT_LIMIT.test(words)) return { class: "soft", about: "account" };
  if (ACCOUNT_STATUS.test(status) || ACCOUNT_CLOSED.test(words)) {
    return { class: status.startsWith("4") ? "soft" : "block", about: "account" };
  }
  const found = classOf(refusal);
  return { class: found, about: SUBJECT[found] };
}

const SUBJECT = { hard: "recipient", soft: "unclear", block: "sender" } as const;

/** The class of a refusal alone. */
export const classifyRefusal = (refusal: Refusal): BounceClass => judgeRefusal(refusal).class;

/**
 * Decides whose fault a refusal is: by the enhanced code where it says something definite, by the
 * words where it does not. Linear in the first 4,000 characters. Never `hard` for a 4xx.
 */
function classOf(refusal: Refusal): BounceClass {
  const words = withoutAddresses(refusal.text.slice(0, MAX_TEXT));
  const status = refusal.enhanced ?? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(words)?.[0] ?? "";
  const code = refusal.code ?? Number(/(?:^|[^\d.])([45]\d\d)[\s-]/.exec(words)?.[1] ?? 0);
  const detail = status.slice(2);
  if (status.startsWith("4") || (status === "" && code >= 400 && code < 500)) return "soft";
  if (detail === "2.2" || FULL.test(words)) return "soft";
  if (detail === "1.10" || detail === "7.27" || code === 556) return "hard";
  if (detail === "1.7" || detail === "1.8" || SENDER_FAULT.test(words)) return "block";
  const nobody = NOBODY.test(words);
  if (/^1\.[1236]$/.test(detail)) return REFUSED.test(words) && !nobody ? "block" : "hard";
  if (/^[67]\./.test(detail)) return nobody && !REFUSED.test(words) ? "hard" : "block";
  if (code === 521 || NO_MAIL_DOMAIN.test(words)) return "hard";
  if (nobody && !ACCUSED.test(words)) return "hard";
  if (REFUSED.test(words)) return "block";
  if (PASSING.test(words)) return "soft";
  return status.startsWith("5") || code >= 500 ? "block" : "soft";
}

/** Addresses and links say nothing about the refusal, and may hold any word. */
const withoutAddresses = (text: string): string =>
  text.replace(/https?:\/\/\S{1,300}/g, " ").replace(/[\w.+'=-]{1,64}@[\w.-]{1,253}/g, " ");
