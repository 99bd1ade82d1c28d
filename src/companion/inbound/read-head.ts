import type { MailHead } from "#platform/wire/mail-reading.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { addressesIn } from "./addresses.ts";
import { fieldOf, headerBlock, messageIds, parseHeaderFields } from "./fields.ts";

/**
 * What identifies reports, auto-replies, unsubscribes and warmup, as far as the choice needs it.
 */
const KEPT = [
  "auto-submitted",
  "content-type",
  "return-path",
  "subject",
  "x-failed-recipients",
  "x-reference-id",
] as const;
const MAX_HEADER = 1_000;
/** Longer headers are not read completely. */
const MAX_FROM = 4_096;

/** The input of `readHead`. */
export const HEAD_FIELDS = ["from", "in-reply-to", "references", ...KEPT] as const;

/**
 * Reads the head of a mail from these fields; never throws. The sender is the same as in the
 * complete parse.
 */
export function readMailHead(block: Outside<Uint8Array>, uid: number, cut: boolean): MailHead {
  const fields = parseHeaderFields(headerBlock(block));
  const headers: Record<string, string> = {};
  for (const name of KEPT) {
    const value = fieldOf(fields, name);
    if (value !== null) headers[name] = value.slice(0, MAX_HEADER);
  }
  const from = fieldOf(fields, "from") ?? "";
  return {
    uid,
    from: addressesIn(from)[0] ?? null,
    in_reply_to: messageIds(fieldOf(fields, "in-reply-to")),
    references: messageIds(fieldOf(fields, "references")),
    headers,
    cut: cut || from.length > MAX_FROM,
  };
}
