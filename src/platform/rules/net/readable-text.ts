import type { Outside } from "#platform/rules/outside-text.ts";

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
