import { createHash } from "node:crypto";
import PostalMime, { decodeWords, type Email } from "postal-mime";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { addressesIn, flatAddresses } from "./addresses.ts";
import { calendarIn } from "./calendar.ts";
import { fieldOf, headerBlock, messageIds, parseHeaderFields } from "./fields.ts";
import { wordsOfHtml, sanitiseHtml } from "./html.ts";
import { keptHeaders } from "./kept-headers.ts";
import { LOST, inRightCharset, relabelled } from "./right-charset.ts";
import { bytesOf, reportIn } from "./report.ts";

/** What the server reported about a message besides its content. */
export type MailFacts = {
  readonly uid: number;
  readonly received_at: number;
  readonly size: number;
};

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 } as const;
const MAX_TEXT = 256 * 1024;
const MAX_SUBJECT = 1_000;
/** Bytes of the headers that are read of a mail that is not parsed. */
const MAX_ENVELOPE = 64 * 1024;
/** A normal mail has a few dozen parts. */
const MAX_PARTS = 200;
/** Parsing time depends on lines: a normal mail of 3 MB has about 40,000. */
const MAX_LINES = 150_000;
/** Of a mail with a report of 10 MB in base64. */
const MAX_REPORT_LINES = 250_000;

/** Reads the files of a mail as reports; given only where reports are expected. */
export type ReadFiles = (
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
) => Promise<NonNullable<InboundMail["aggregate_reports"]>>;

/**
 * Reads a received mail. Never throws: a mail that cannot be parsed is returned as `unparsed` with
 * its envelope. A malicious mail takes a second or two, so this runs only in the thread of the
 * parser.
 */
export async function parseMail(
  raw: Uint8Array,
  facts: MailFacts,
  readFiles: ReadFiles | null = null,
): Promise<InboundMail> {
  try {
    assertReadable(raw, readFiles ? MAX_REPORT_LINES : MAX_LINES);
    const email = await parsedRight(raw);
    const mail = await parsedMail(email, facts, contentHash(raw));
    const files = email.attachments.map((file) => ({
      name: file.filename ?? "",
      bytes: bytesOf(file),
    }));
    return readFiles ? { ...mail, aggregate_reports: await readFiles(files) } : mail;
  } catch {
    return unparsedMail(raw, facts);
  }
}

const OPTIONS = { ...LIMITS, forceRfc822Attachments: true } as const;

/** A mail whose text is not in the character set that it claims is parsed by another. */
async function parsedRight(raw: Uint8Array): Promise<Email> {
  const email = await PostalMime.parse(raw, OPTIONS);
  const isLost = [email.subject, email.text, email.html].some((text) => text?.includes(LOST));
  const again = isLost ? relabelled(raw) : null;
  if (!again) return email;
  const { text, html, subject } = await PostalMime.parse(again, OPTIONS);
  return { ...email, text, html, subject: subject?.includes(LOST) ? email.subject : subject };
}

async function parsedMail(email: Email, facts: MailFacts, hash: string): Promise<InboundMail> {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  const html = inRightCharset(email.html ?? "");
  const from = flatAddresses(email.from ? [email.from] : [])[0] ?? null;
  const headers = keptHeaders(email.headers.map(({ key, value }) => ({ name: key, value })));
  const subject = (email.subject ?? "").slice(0, MAX_SUBJECT);
  const text = inRightCharset(email.text ?? "");
  const calendar = calendarIn(email.attachments);
  const message_id = messageIds(header("message-id"))[0] ?? null;
  return {
    ...facts,
    message_id,
    in_reply_to: messageIds(header("in-reply-to")),
    references: messageIds(header("references")),
    from,
    to: flatAddresses(email.to),
    cc: flatAddresses(email.cc),
    subject,
    text: (text.trim() === "" ? wordsOfHtml(html) : text).slice(0, MAX_TEXT),
    html: sanitiseHtml(html),
    headers,
    report: await reportIn(email.attachments, { from, headers, subject, message_id }),
    content_hash: hash,
    ...(calendar && { calendar }),
    unparsed: false,
  };
}

/**
 * What is known of a mail without parsing it: its envelope from the first 64 KB, and the start of
 * its raw text.
 */
export function unparsedMail(raw: Outside<Uint8Array>, facts: MailFacts): InboundMail {
  const block = headerBlock(raw.subarray(0, MAX_ENVELOPE));
  const fields = parseHeaderFields(block);
  const field = (name: string) => fieldOf(fields, name);
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
    from: addressesIn(field("from"))[0] ?? null,
    to: addressesIn(field("to")),
    cc: addressesIn(field("cc")),
    subject: decodeWords((field("subject") ?? "").slice(0, MAX_SUBJECT)),
    text: text.trim(),
    html: "",
    headers: keptHeaders(fields),
    report: null,
    content_hash: contentHash(raw),
    unparsed: true,
  };
}

/**
 * Over the headers and the first 4 KB of the body: the same mail in another folder has the same
 * value.
 */
function contentHash(raw: Uint8Array): string {
  const end = Buffer.byteLength(headerBlock(raw)) + 4_096;
  return createHash("sha256").update(raw.subarray(0, end)).digest("hex");
}

function assertReadable(raw: Uint8Array, maxLines: number): void {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let parts = 0;
  for (let at = bytes.indexOf("\n--"); at >= 0; at = bytes.indexOf("\n--", at + 3)) parts++;
  // Signatures and quotes also begin lines with dashes, and each part has two more lines.
  if (parts > 10 * MAX_PARTS) throw new Error("too many parts");
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  if (lines > maxLines) throw new Error("too many lines");
}
