import type { MailHead } from "#platform/wire/mail-reading.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { addressesIn } from "./addresses.ts";
import { fieldOf, headerBlock, messageIds, parseHeaderFields } from "./fields.ts";

/** What tells reports, automatic answers, unsubscribes and warmup, as far as a choice needs it. */
const KEPT = [
  "auto-submitted",
  "content-type",
  "return-path",
  "subject",
  "x-failed-recipients",
  "x-reference-id",
] as const;
const MAX_HEADER = 1_000;
/** Of a longer one not all is read. */
const MAX_FROM = 4_096;

/** What `readHead` reads. */
export const HEAD_FIELDS = ["from", "in-reply-to", "references", ...KEPT] as const;

/** Reads a mail's head out of those fields; never throws. The sender is the one that parsing it whole finds. */
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
