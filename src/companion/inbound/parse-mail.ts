import { createHash } from "node:crypto";
import PostalMime, { type Email } from "postal-mime";
import type { InboundMail } from "#contract/mail-reading.ts";
import { flatAddresses } from "./addresses.ts";
import { fieldOf, headerBlock, messageIds, parseFields } from "./fields.ts";
import { htmlToText, sanitiseHtml } from "./html.ts";
import { reportIn } from "./report.ts";

/** What the server told about a message beside its content. */
export type MailFacts = {
  readonly uid: number;
  readonly received_at: number;
  readonly size: number;
};

/** Headers that tell automatic mail, bounces, complaints and warmup from replies. */
const KEPT_HEADERS = [
  "auto-submitted",
  "content-type",
  "delivered-to",
  "feedback-id",
  "list-id",
  "list-unsubscribe",
  "precedence",
  "reply-to",
  "return-path",
  "sender",
  "x-auto-response-suppress",
  "x-autorespond",
  "x-autoreply",
  "x-failed-recipients",
  "x-loop",
  "x-reference-id",
  "x-spam-flag",
];

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 } as const;
const MAX_TEXT = 256 * 1024;
const MAX_HEADER = 1_000;
/** An honest mail has a few dozen parts (threat 34). */
const MAX_PARTS = 200;

/** Reads a received mail. Never throws: what cannot be parsed comes back as `unparsed` with the start of its text. */
export async function parseMail(raw: Uint8Array, facts: MailFacts): Promise<InboundMail> {
  try {
    assertPartCount(raw);
    const email = await PostalMime.parse(raw, { ...LIMITS, forceRfc822Attachments: true });
    return parsedMail(email, facts, contentHash(raw));
  } catch {
    return unparsedMail(raw, facts);
  }
}

function parsedMail(email: Email, facts: MailFacts, hash: string): InboundMail {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  const html = email.html ?? "";
  return {
    ...facts,
    message_id: messageIds(header("message-id"))[0] ?? null,
    in_reply_to: messageIds(header("in-reply-to")),
    references: messageIds(header("references")),
    from: flatAddresses(email.from ? [email.from] : [])[0] ?? null,
    to: flatAddresses(email.to),
    cc: flatAddresses(email.cc),
    subject: (email.subject ?? "").slice(0, MAX_HEADER),
    text: (email.text ?? htmlToText(html)).slice(0, MAX_TEXT),
    html: sanitiseHtml(html),
    headers: keptHeaders((name) => header(name) ?? null),
    report: reportIn(email.attachments),
    content_hash: hash,
    unparsed: false,
  };
}

/** What can be told of a mail without parsing it: its own header block, encoded words as they are, and the start of its text. */
export function unparsedMail(raw: Uint8Array, facts: MailFacts): InboundMail {
  const block = headerBlock(raw);
  const fields = parseFields(block);
  const field = (name: string) => fieldOf(fields, name);
  const address = /([^\s<>"']+@[^\s<>"']+)/.exec(field("from") ?? "")?.[1];
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString(
    "utf8",
    block.length,
    block.length + 4_096,
  );
  return {
    ...facts,
    message_id: messageIds(field("message-id"))[0] ?? null,
    in_reply_to: messageIds(field("in-reply-to")),
    references: messageIds(field("references")),
    from: address === undefined ? null : { address, name: "" },
    to: [],
    cc: [],
    subject: (field("subject") ?? "").slice(0, MAX_HEADER),
    text: text.trim(),
    html: "",
    headers: keptHeaders(field),
    report: null,
    content_hash: contentHash(raw),
    unparsed: true,
  };
}

function keptHeaders(value: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const text = value(name);
      return text === null ? [] : [[name, text.slice(0, MAX_HEADER)] as const];
    }),
  );
}

/** Over the headers and the first 4 KB of the body: the same mail in another folder has the same. */
function contentHash(raw: Uint8Array): string {
  const end = Buffer.byteLength(headerBlock(raw)) + 4_096;
  return createHash("sha256").update(raw.subarray(0, end)).digest("hex");
}

function assertPartCount(raw: Uint8Array): void {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let parts = 0;
  for (let at = bytes.indexOf("\n--"); at >= 0; at = bytes.indexOf("\n--", at + 3)) parts++;
  // Signatures and quotations begin lines with dashes as well, and each part has two more lines.
  if (parts > 10 * MAX_PARTS) throw new Error("too many parts");
}
