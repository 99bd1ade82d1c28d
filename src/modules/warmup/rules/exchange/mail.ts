import { macOf, sameMac } from "#modules/links/rules/mac.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { LANGUAGES, type Language } from "#modules/warmup/rules/language.ts";
import { writeAnswer, writeStarter, type WarmupText } from "#modules/warmup/rules/text.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What a mail of an exchange is made of: its header says so, and its text is nothing else. */
export type ExchangeSeed = {
  readonly kind: "starter" | "answer";
  readonly language: Language;
  readonly seed: string;
};

const LETTER = { starter: "s", answer: "a" } as const;
const partOf = ({ kind, language, seed }: ExchangeSeed): string =>
  `${LETTER[kind]}${language}.${seed}`;
const codeOf = (secret: string, messageId: string, to: string, part: string): string =>
  macOf(secret, "exchange", `${messageId}\n${to.toLowerCase()}\n${part}`);

/** The header of a mail: a code that both can make, and the seed of its text. */
export const exchangeHeader = (
  secret: string,
  mail: { readonly messageId: string; readonly to: string },
  seed: ExchangeSeed,
): string => `${codeOf(secret, mail.messageId, mail.to, partOf(seed))}.${partOf(seed)}`;

/** Such a header, not verified; null: it is none. */
export function readExchangeHeader(
  value: OutsideText,
): (ExchangeSeed & { readonly code: string }) | null {
  const match = /^([\w-]{14})\.([sa])([a-z]{2})\.([\w-]{24})$/.exec(value.trim());
  const [, code = "", letter, name, seed = ""] = match ?? [];
  const language = LANGUAGES.find((one) => one === name);
  if (!match || !language) return null;
  return { code, kind: letter === "s" ? "starter" : "answer", language, seed };
}

/** The Message-ID for which the code was made, of those that the mail may have; null: for none. */
export const exchangeIdOf = (
  secret: string,
  header: ExchangeSeed & { readonly code: string },
  to: string,
  ids: readonly string[],
): string | null =>
  ids.find((id) => sameMac(header.code, codeOf(secret, id, to, partOf(header)))) ?? null;

/** The name in an address, which is all that the text has of a person: both sides read the same one. */
export function exchangeName(email: string): string {
  const [local = ""] = email.toLowerCase().split("@");
  const [name = ""] = local.split(/[._+-]/);
  const word = /^\p{Ll}{2,20}$/u.test(name) ? name : (domainOf(email).split(".")[0] ?? "");
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** The text of a mail between two addresses. */
export function exchangeText(seed: ExchangeSeed, from: string, to: string): WarmupText {
  const names = { from: exchangeName(from), to: exchangeName(to) };
  if (seed.kind === "starter") return writeStarter(seed.seed, seed.language, names);
  const original = writeStarter(seed.seed, seed.language, { from: names.to, to: names.from });
  return writeAnswer(seed.seed, seed.language, names, original);
}

const MAX_TEXT = 4_096;

/** A received mail, as far as the rule looks at it. */
export type ExchangeMail = {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly cc: number;
  readonly attachments: number;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * What is wrong with a mail whose code is right: the partner holds the key, so it can make a code for
 * whatever it likes. Null: it is nothing but what the seed makes, from an agreed domain that signed it.
 */
export function wrongWith(
  mail: ExchangeMail,
  seed: ExchangeSeed,
  to: string,
  agreed: readonly string[],
): string | null {
  const domain = domainOf(mail.from);
  if (!agreed.includes(domain)) return "An email came from a domain that was not agreed.";
  if (!isSignedBy(mail.headers["authentication-results"] ?? "", domain)) {
    return "An email came without a valid DKIM signature of its domain.";
  }
  const replyTo = mail.headers["reply-to"];
  const isForeign = replyTo !== undefined && !replyTo.toLowerCase().includes(mail.from);
  if (mail.html !== "" || mail.attachments > 0 || mail.cc > 0 || isForeign) {
    return "An email was not plain text alone.";
  }
  if (mail.text.length >= MAX_TEXT) return "An email was too long.";
  const expected = exchangeText(seed, mail.from, to);
  return isSame(mail.text, expected.text) && isSame(mail.subject, expected.subject)
    ? null
    : "An email had another text than was agreed.";
}

/** Line ends and wrapping are the servers' own. */
const isSame = (one: string, other: string): boolean => words(one) === words(other);
const words = (text: string): string => text.split(/\s+/).filter(Boolean).join(" ");

/**
 * Whether the server that received a mail found a DKIM signature of this domain, or of one above it,
 * valid. `results` is the topmost Authentication-Results, which that server wrote.
 */
export function isSignedBy(results: OutsideText, domain: string): boolean {
  return results
    .toLowerCase()
    .split(";")
    .map((part) => part.trim().split(/\s+/))
    .filter(([method]) => method === "dkim=pass")
    .flatMap((parts) => parts.slice(1))
    .filter((part) => part.startsWith("header.d=") || part.startsWith("header.i="))
    .map((part) => domainOf(`@${part.slice("header.d=".length)}`.replace(/^@.*@/, "@")))
    .some((signer) => signer === domain || (signer.includes(".") && domain.endsWith(`.${signer}`)));
}
