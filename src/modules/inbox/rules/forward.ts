import { escapeHtml } from "#platform/rules/html.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** A message as it is passed on. */
export type Passed = {
  readonly from: { readonly name: string; readonly email: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** ISO 8601. */
  readonly sentAt: string;
  readonly text: OutsideText;
  readonly html: OutsideText;
  /** Names of files that the mailbox no longer has. */
  readonly missing: readonly string[];
};

const TITLE = "---------- Forwarded message ----------";

/** `Fwd:` once, whatever stood there. */
export const forwardSubject = (subject: OutsideText): string =>
  `Fwd: ${subject.slice(0, 1_000).replace(/^(?:\s*(?:re|fwd?|aw|wg|rv|tr)\s{0,3}:)+\s*/i, "")}`;

/** The text of a message that is passed on, below the words of whom passes it on. */
export function forwardText(words: OutsideText, passed: Passed): string {
  return [
    ...(words.trim() === "" ? [] : [words.trim(), ""]),
    TITLE,
    ...headLines(passed),
    "",
    passed.text,
  ].join("\n");
}

/** What the person wrote who passed a message on: nothing of the message itself. */
export function wordsAbove(text: OutsideText): string {
  const lines = text.split("\n");
  const title = lines.indexOf(TITLE);
  return (title < 0 ? lines : lines.slice(0, title)).join("\n").trim();
}

/** A message that is passed on, as HTML; "" where the message has none. */
export function forwardHtml(words: OutsideText, passed: Passed): string {
  if (passed.html === "") return "";
  const own = words.trim() === "" ? "" : `<p>${asHtml(words.trim())}</p>`;
  const head = [TITLE, ...headLines(passed)].map(escapeHtml).join("<br>");
  return `${own}<p>${head}</p><blockquote>${passed.html}</blockquote>`;
}

const asHtml = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");

function headLines({ from, to, cc, subject, sentAt, missing }: Passed): string[] {
  const name = from.name === "" ? from.email : `${from.name} <${from.email}>`;
  return [
    `From: ${name}`,
    `Date: ${sentAt}`,
    `Subject: ${subject}`,
    `To: ${to.join(", ")}`,
    ...(cc.length > 0 ? [`Cc: ${cc.join(", ")}`] : []),
    ...(missing.length > 0 ? [`Files that the mailbox no longer has: ${missing.join(", ")}`] : []),
  ];
}
