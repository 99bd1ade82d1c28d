import { FOOTER_TEXTS, type RecipientLanguage } from "./recipient-language.ts";
import { escapeHtml } from "#platform/rules/html.ts";

/** What the workspace says below its mails; null is ours, or nothing. */
export type FooterWords = {
  /** What stands in [brackets] is the link; without brackets it follows the text. */
  readonly unsubscribeText: string | null;
  readonly company: string | null;
  readonly postalAddress: string | null;
};

const LINK = /\[([^[\]]+)\]/;

/**
 * The footer of a mail: how to unsubscribe at `url`, and who wrote. Words are escaped. Ours are in
 * `language`, in English where it is null.
 */
export function unsubscribeFooter(
  url: string,
  words: FooterWords,
  language: RecipientLanguage | null,
): { html: string; text: string } {
  const sentence = words.unsubscribeText ?? FOOTER_TEXTS[language ?? "en"];
  const marked = LINK.test(sentence) ? sentence : `${sentence} [Unsubscribe]`.trim();
  const [before = "", label = "", after = ""] = marked.split(LINK);
  const lines = [words.company, ...(words.postalAddress ?? "").split("\n")].flatMap((line) =>
    line === null || line.trim() === "" ? [] : [line.trim()],
  );
  const sender = lines.length === 0 ? "" : `<br>${lines.map(escapeHtml).join("<br>")}`;
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  return {
    html: `<p style="color:#777;font-size:12px">${multiline(before)}${link}${multiline(after)}${sender}</p>`,
    text: `\n\n${plainSentence(before, label, after)}: ${url}\n${lines.map((line) => `${line}\n`).join("")}`,
  };
}

const multiline = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");

/** The sentence with its link at the end: ours reads better without the word that was the link. */
const plainSentence = (before: string, label: string, after: string): string => {
  const bare = before.trimEnd().replace(/,$/, "");
  const isTail = /^[\s.!]*$/.test(after);
  return isTail && /,\s*$/.test(before)
    ? bare
    : `${before}${label}${after}`.trim().replace(/[.:]$/, "");
};
