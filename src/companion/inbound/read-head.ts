import { addressParser } from "postal-mime";
import type { MailHead } from "#contract/mail-reading.ts";
import { flatAddresses } from "./addresses.ts";
import { fieldOf, headerBlock, messageIds, parseFields } from "./fields.ts";

/** What tells reports, automatic answers and warmup, as far as a choice needs it. */
const KEPT = [
  "auto-submitted",
  "content-type",
  "return-path",
  "x-failed-recipients",
  "x-reference-id",
] as const;
const MAX_HEADER = 1_000;
/** The time to read it grows with its length. */
const MAX_FROM = 4_096;

/** What `readHead` reads. */
export const HEAD_FIELDS = ["from", "in-reply-to", "references", ...KEPT] as const;

/** Reads a mail's head out of those fields; never throws. The sender is the one that parsing it whole finds. */
export function readHead(block: Uint8Array, uid: number, cut: boolean): MailHead {
  const fields = parseFields(headerBlock(block));
  const headers: Record<string, string> = {};
  for (const name of KEPT) {
    const value = fieldOf(fields, name);
    if (value !== null) headers[name] = value.slice(0, MAX_HEADER);
  }
  const from = fieldOf(fields, "from") ?? "";
  return {
    uid,
    from: flatAddresses(addressParser(from.slice(0, MAX_FROM)).slice(0, 1))[0] ?? null,
    in_reply_to: messageIds(fieldOf(fields, "in-reply-to")),
    references: messageIds(fieldOf(fields, "references")),
    headers,
    cut: cut || from.length > MAX_FROM,
  };
}
