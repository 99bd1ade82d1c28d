declare const outside: unique symbol;

/**
 * Something that a stranger or a low role may have written: request bodies, mails, files, DNS and
 * providers' answers, headers, cookies, addresses. Any `T` fits without a cast. A function that takes
 * it is a parser: its time grows in proportion to its input, which is bounded, as its output is; the
 * growth test has hostile inputs for each, and fails for one that has none.
 */
export type Outside<T extends object | string> = T & { readonly [outside]?: never };

export type OutsideText = Outside<string>;

/** Control characters but tab and newline, and marks that turn the direction of text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const UNREADABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Bytes of an unknown sender as text that is safe to store and show: UTF-8, what is none becomes
 * U+FFFD, a character cut at the end is dropped, control characters are taken out.
 */
export function readableText(bytes: Outside<Uint8Array>): string {
  return new TextDecoder().decode(bytes, { stream: true }).replace(UNREADABLE, "");
}

/**
 * The text without any of these signs at its end. A pattern such as `/x+$/` starts again at every
 * `x`.
 */
export function trimEnd(text: OutsideText, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
