import {
  ACCOUNT_CLOSED,
  ACCOUNT_LIMIT,
  ACCUSED,
  EXPIRED,
  FOR_NOW,
  FULL,
  LISTED,
  LOCKED,
  NO_MAIL_DOMAIN,
  NOBODY,
  PERHAPS_NOBODY,
  RATE,
  RECIPIENT_REJECTED,
  REFUSED,
  RELAY,
  RESTRICTED,
  SENDER_FAULT,
  TLS,
} from "./refusal-words.ts";

import type { Outside } from "#platform/rules/outside-text.ts";

/**
 * - `hard`: the address does not exist; it is never written to again.
 * - `soft`: trouble that may pass (mailbox full, server away), and whatever nobody can read.
 * - `block`: the receiver refuses this sender or this message; the address may be fine.
 */
export const BOUNCE_CLASSES = ["hard", "soft", "block"] as const;
export type BounceClass = (typeof BOUNCE_CLASSES)[number];

/** A server's refusal, in an SMTP reply, in a delivery report, or as a provider passes it on. */
export type Refusal = {
  /** SMTP reply code. */
  readonly code: number | null;
  /** RFC 3463, such as `5.1.1`. */
  readonly enhanced: string | null;
  readonly text: string;
  /** What the provider that carried the mail takes it for: it counts where code and words say nothing. */
  readonly providerClass?: BounceClass | null;
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
const MAX_CODES = 20;

/** Codes of Gmail and Exchange Online that concern only the sending account. */
const ACCOUNT_LIMIT_STATUS = /^(?:[45]\.(?:7\.233|7\.232|7\.705|1\.90)|5\.4\.5)$/;
const ACCOUNT_STATUS =
  /^[45]\.(?:2\.252|7\.57|7\.60|7\.139|7\.501|7\.502|7\.503|7\.708|7\.750|7\.3|7\.8)$/;
/** Exchange's codes of groups and mailboxes that take mail of some senders only. */
const RESTRICTED_STATUS = /^5\.7\.(?:1[0-35]|10[0-9]|1[12][0-9]|13[0-68])$/;

/**
 * Decides what a refusal means and whom it is about, by code and words together. Hard only where
 * they say that nobody has this address, block only if they concern the sender; what says neither
 * is soft. Never hard on a 4xx. Linear in the first 4,000 characters.
 */
export function judgeRefusal(refusal: Outside<Refusal>): Judgement {
  const words = wordsOf(refusal.text);
  const status = statusOf(refusal.enhanced, words);
  const code = refusal.code ?? codeIn(words);
  const passes = isPassing(refusal.code, status, code);
  const account = accountClass(status, words) ?? usedUp(refusal.text);
  if (account) return { class: passes ? "soft" : account, about: "account" };
  if (passes) return { class: "soft", about: isOfRecipient(words) ? "recipient" : "unclear" };
  const found = judgePermanent(status, code, words);
  if (found) return found;
  const { providerClass } = refusal;
  return {
    class: providerClass ?? "soft",
    about: providerClass === "hard" ? "recipient" : "unclear",
  };
}

/** The class of a refusal alone. */
export const classifyRefusal = (refusal: Refusal): BounceClass => judgeRefusal(refusal).class;

const HARD = { class: "hard", about: "recipient" } as const;
const BLOCK = { class: "block", about: "sender" } as const;
const SOFT_RECIPIENT = { class: "soft", about: "recipient" } as const;
const SOFT_SENDER = { class: "soft", about: "sender" } as const;
const SOFT = { class: "soft", about: "unclear" } as const;

/**
 * Null: neither code nor words decide. The order is the rule: what could mask another comes first.
 */
function judgePermanent(status: string, code: number, words: string): Judgement | null {
  const detail = status.slice(2);
  if (RESTRICTED.test(words) || RESTRICTED_STATUS.test(status)) {
    return NOBODY.test(words) && !ACCUSED.test(words) ? HARD : SOFT_RECIPIENT;
  }
  if (LISTED.test(words)) return BLOCK;
  if (detail === "2.2" || FULL.test(words)) return SOFT_RECIPIENT;
  if (RATE.test(words) && !ACCUSED.test(words))
    return isOfRecipient(words) ? SOFT_RECIPIENT : SOFT_SENDER;
  if (EXPIRED.test(words)) return SOFT;
  if (SENDER_FAULT.test(words)) return BLOCK;
  if (detail === "1.10" || code === 556 || NO_MAIL_DOMAIN.test(words)) return HARD;
  if (/^(?:1\.[78]|7\.2[0-9])$/.test(detail)) return BLOCK;
  if (FOR_NOW.test(words)) return SOFT;
  return judgeAddress(detail, words) ?? judgeSender(detail, words);
}

/** What code and words say of the address. */
function judgeAddress(detail: string, words: string): Judgement | null {
  const isAddressCode = /^1\.[1236]$/.test(detail);
  const accused = ACCUSED.test(words);
  if (NOBODY.test(words)) return accused && !isAddressCode ? BLOCK : HARD;
  if (isAddressCode) return accused ? BLOCK : HARD;
  if (LOCKED.test(words)) return SOFT_RECIPIENT;
  if (accused) return null;
  if (PERHAPS_NOBODY.test(words)) return HARD;
  if (detail === "4.4" && /\b(?:domain|host)/i.test(words)) return HARD;
  if (!RECIPIENT_REJECTED.test(words)) {
    return detail.startsWith("2.") && !REFUSED.test(words) ? SOFT_RECIPIENT : null;
  }
  // Exchange Online says this of addresses that its directory does not hold.
  return detail === "4.1" && /access denied/i.test(words) ? HARD : SOFT_RECIPIENT;
}

function judgeSender(detail: string, words: string): Judgement | null {
  if (RELAY.test(words) || TLS.test(words)) return ACCUSED.test(words) ? BLOCK : SOFT;
  if (/^[67]\./.test(detail) || ACCUSED.test(words) || REFUSED.test(words)) return BLOCK;
  return null;
}

/** Gmail says it in its own sentence, and quotes a server that only says "rejected". */
const usedUp = (text: string): BounceClass | null =>
  /\byou have reached a limit for sending\b/i.test(text.slice(0, MAX_TEXT)) ? "soft" : null;

function accountClass(status: string, words: string): BounceClass | null {
  // What another server says is never about our account there: nobody has signed in to it.
  if (RESTRICTED.test(words) || /\bremote server returned\b/i.test(words)) return null;
  if (ACCOUNT_LIMIT.test(words) || ACCOUNT_LIMIT_STATUS.test(status)) return "soft";
  return ACCOUNT_CLOSED.test(words) || ACCOUNT_STATUS.test(status) ? "block" : null;
}

/** A 4xx of the dialogue is one, whatever it says; of a report, what names a cause counts. */
const isPassing = (given: number | null, status: string, code: number): boolean => {
  if (given !== null && given >= 400 && given < 500) return true;
  return code >= 400 && (status === "" || isVague(status)) ? code < 500 : status.startsWith("4");
};

const isOfRecipient = (words: string): boolean =>
  FULL.test(words) ||
  NOBODY.test(words) ||
  LOCKED.test(words) ||
  RECIPIENT_REJECTED.test(words) ||
  IN_TOO_MUCH.test(words);

const IN_TOO_MUCH = /is receiving (?:e?mail|messages)/i;

/** A code that names no cause: `5.0.0`, `5.3.0`. */
const isVague = (status: string): boolean => /^[245]\.\d{1,3}\.0$/.test(status);

/** The code that says most: the given one, unless it is vague and the words hold a better one. */
function statusOf(given: string | null, words: string): string {
  const reported = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(given?.trim() ?? "")?.[0] ?? "";
  if (reported !== "" && !isVague(reported)) return reported;
  const codes = [...words.matchAll(/\b[45]\.\d{1,3}\.\d{1,3}\b/g)]
    .slice(0, MAX_CODES)
    .map((match) => match[0]);
  return (
    codes.find((status) => !isVague(status)) ?? (reported === "" ? (codes[0] ?? "") : reported)
  );
}

const codeIn = (words: string): number =>
  Number(/(?:^|[^\w.])([45]\d\d)(?:[\s#-]|$)/.exec(words)?.[1] ?? 0);

/** Where a report quotes the server, what it says itself is only politeness. */
const QUOTED = /(?:the )?(?:response|error that the other server returned)[^:]{0,40} was:/i;

/**
 * What the server said. Addresses may hold any word and go; of a link only its host stays: it may
 * name the list that we are on, its path says nothing.
 */
function wordsOf(text: string): string {
  const all = text.slice(0, MAX_TEXT);
  const quoted = QUOTED.exec(all);
  const said = quoted ? all.slice(quoted.index + quoted[0].length) : all;
  return (said.trim() === "" ? all : said)
    .replace(/[\w.+'=-]{1,64}@[\w.-]{1,253}/g, " ")
    .replace(/https?:\/\/([\w.-]{1,253})[^\s"'<>]{0,400}/gi, " $1 ");
}
