import type { VisibleText } from "./visible-text.ts";

/** A stretch of text whose look costs points. */
export type FormatSignal = {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  readonly suggestion: string;
};

const PLACEHOLDER = /\{\{[^{}]{0,300}\}\}|\{%[^%]{0,300}%\}/g;
const EMOJI = /\p{Extended_Pictographic}/gu;

/** Abbreviations that are always written in capitals. */
const ACRONYMS = new Set(
  "HTML HTTP HTTPS JSON REST SAAS PAAS SOAP GDPR HIPAA CCPA ISO SMTP IMAP NASA NATO UNESCO OECD SWOT B2B2C MBA CRM ERP EMEA APAC LATAM ASAP USA LLC GMBH".split(
    " ",
  ),
);

/** What catches the eye in a field: words in capitals, rows of marks, emoji in a subject. */
export function formatSignals(text: string, field: "subject" | "body"): FormatSignal[] {
  const plain = text.replace(PLACEHOLDER, (atom) => " ".repeat(atom.length));
  const inSubject = field === "subject";
  const all = (
    pattern: RegExp,
    weight: number,
    suggestion: string,
    keep?: (s: string) => boolean,
  ) =>
    [...plain.matchAll(pattern)]
      .filter((match) => keep?.(match[0]) ?? true)
      .map((match) => ({
        term: match[0],
        start: match.index,
        end: match.index + match[0].length,
        weight,
        suggestion,
      }));
  return [
    ...all(
      /(?<![\p{L}\p{N}])\p{Lu}{4,}(?![\p{L}\p{N}])/gu,
      inSubject ? 4 : 2,
      "Use lower case.",
      (word) => !ACRONYMS.has(word),
    ),
    ...all(/[!?]{2,}/g, inSubject ? 6 : 4, "Use one mark only."),
    ...all(/(?<![!?])!(?![!?])/g, inSubject ? 3 : 1, "End with a full stop."),
    ...all(/\.{4,}|[*_=~#-]{5,}/g, 1, "Remove the row of symbols."),
    ...(inSubject ? all(EMOJI, 2, "Remove the emoji from the subject.") : []),
  ];
}

/** Of the letters of a text, the share written in capitals: 0 to 1. */
export function capsRatio(text: string): number {
  const letters = text.replace(PLACEHOLDER, "").match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.replace(PLACEHOLDER, "").match(/\p{Lu}/gu)?.length ?? 0;
  return letters === 0 ? 0 : capitals / letters;
}

export const countEmoji = (text: string): number => text.match(EMOJI)?.length ?? 0;

const SHORTENERS =
  /^(?:www\.)?(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|rb\.gy|t\.ly|tiny\.cc|bl\.ink|s\.id)$/i;

/** What links say about a mail. */
export function linkSigns(links: VisibleText["links"]) {
  const hosts = links.map(({ href }) => URL.parse(href.startsWith("//") ? `https:${href}` : href));
  return {
    shorteners: hosts.filter((url) => url && SHORTENERS.test(url.hostname)).length,
    bareAddresses: hosts.filter((url) => url && /^(?:\d+\.){3}\d+$|^\[/.test(url.hostname)).length,
    mismatched: links.filter(({ label }, i) => {
      const shown = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[/?#]|$)/i.exec(
        label.slice(0, 300),
      )?.[1];
      const real = hosts[i]?.hostname;
      return shown !== undefined && real !== undefined && siteOf(shown) !== siteOf(real);
    }).length,
  };
}

const siteOf = (host: string): string => host.toLowerCase().split(".").slice(-2).join(".");
