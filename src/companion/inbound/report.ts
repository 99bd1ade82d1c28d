import PostalMime, { type Attachment } from "postal-mime";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { mayBeReport } from "#modules/inbox/rules/kinds/bounce.ts";
import { addressesIn } from "./addresses.ts";
import { fieldOf, headerBlock, messageIds, parseHeaderFields } from "./fields.ts";

type Report = NonNullable<InboundMail["report"]>;

/** What is known of the mail around a report. */
type Around = Pick<InboundMail, "from" | "headers" | "subject" | "message_id">;

/** A report inside a returned report is only searched below this size. */
const MAX_INNER = 256 * 1024;

/**
 * The delivery report (RFC 3464) or complaint (RFC 5965) among the parts of a mail; null if there
 * is none. The mail of a server can contain it one message deeper; a person's attachment stays an
 * attachment.
 */
export async function reportIn(
  attachments: readonly Attachment[],
  around: Around,
): Promise<Report | null> {
  const found = reportAmong(attachments) ?? hotmailReturned(around);
  if (found) return found;
  const inner = partOf(attachments, "message/rfc822");
  if (!inner || inner.byteLength > MAX_INNER) return null;
  const fields = parseHeaderFields(headerBlock(inner));
  const byHotmail = hotmailAttached(fields, around);
  if (byHotmail) return byHotmail;
  const type = fieldOf(fields, "content-type") ?? "";
  if (!/^multipart\/(?:report|mixed)/i.test(type) || !mayBeReport(around)) return null;
  const email = await PostalMime.parse(inner, INNER);
  return reportAmong(email.attachments);
}

const INNER = {
  maxNestingDepth: 5,
  maxHeadersSize: 64 * 1024,
  forceRfc822Attachments: true,
} as const;

function reportAmong(attachments: readonly Attachment[]): Report | null {
  const original = partOf(
    attachments,
    "message/rfc822",
    "message/global",
    "text/rfc822-headers",
    "message/rfc822-headers",
    "message/global-headers",
  );
  const originalId = original ? idIn(parseHeaderFields(headerBlock(original))) : null;
  const status = partOf(attachments, "message/delivery-status", "message/global-delivery-status");
  if (status) return deliveryReport(textOf(status), originalId);
  const feedback = partOf(attachments, "message/feedback-report");
  return feedback ? complaint(textOf(feedback), originalId) : null;
}

function partOf(attachments: readonly Attachment[], ...types: string[]): Uint8Array | null {
  const found = attachments.find(({ mimeType }) => types.includes(mimeType));
  return found ? bytesOf(found) : null;
}

const idIn = (fields: ReturnType<typeof parseHeaderFields>): string | null =>
  messageIds(fieldOf(fields, "message-id"))[0] ?? null;

const HOTMAIL = /^\s*<?staff@(?:hotmail|outlook|live|msn)\.com>?\s*$/i;
const HOTMAIL_RECIPIENT = "x-hmxmroriginalrecipient";

/**
 * Hotmail's feedback loop (JMRP) has no report part. It attaches the original mail with its own
 * subject, or sends that mail itself; both contain the recipient in a header.
 */
function hotmailAttached(
  fields: ReturnType<typeof parseHeaderFields>,
  around: Around,
): Report | null {
  if (!HOTMAIL.test(around.from?.address ?? "")) return null;
  if (!/^\s*complaint about message from\b/i.test(around.subject)) return null;
  const to = addressesIn(fieldOf(fields, "to"))[0]?.address ?? null;
  return hotmailComplaint(fieldOf(fields, HOTMAIL_RECIPIENT) ?? to, idIn(fields));
}

function hotmailReturned({ headers, message_id }: Around): Report | null {
  const recipient = headers[HOTMAIL_RECIPIENT];
  if (recipient === undefined || !HOTMAIL.test(headers["return-path"] ?? "")) return null;
  return hotmailComplaint(recipient, message_id);
}

const hotmailComplaint = (recipient: string | null, originalId: string | null): Report => ({
  kind: "arf",
  action: null,
  status: null,
  diagnostic: null,
  recipient: address(recipient),
  feedback_type: "abuse",
  original_message_id: originalId,
});

function deliveryReport(text: string, originalId: string | null): Report {
  const blocks = text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(parseHeaderFields)
    .filter((fields) => fieldOf(fields, "action") !== null || fieldOf(fields, "status") !== null);
  // With several recipients, the failed one counts.
  const recipient =
    blocks.find((fields) => /^failed/i.test(fieldOf(fields, "action") ?? "")) ?? blocks[0] ?? [];
  return {
    kind: "dsn",
    action: fieldOf(recipient, "action")?.toLowerCase() ?? null,
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(fieldOf(recipient, "status") ?? "")?.[0] ?? null,
    diagnostic: clip(untyped(fieldOf(recipient, "diagnostic-code"))),
    recipient: address(
      fieldOf(recipient, "original-recipient") ?? fieldOf(recipient, "final-recipient"),
    ),
    feedback_type: null,
    original_message_id: originalId,
  };
}

function complaint(text: string, originalId: string | null): Report {
  const fields = parseHeaderFields(text);
  return {
    kind: "arf",
    action: null,
    status: null,
    diagnostic: null,
    recipient: address(fieldOf(fields, "original-rcpt-to") ?? fieldOf(fields, "removal-recipient")),
    feedback_type: fieldOf(fields, "feedback-type")?.toLowerCase() ?? "abuse",
    original_message_id: originalId,
  };
}

/** `rfc822;bo@example.com` and `smtp; 550 no` without their type. */
const untyped = (value: string | null): string | null =>
  value === null ? null : value.replace(/^[\w-]+\s*;\s*/, "").trim();

const address = (value: string | null): string | null =>
  untyped(value)?.replace(/^<|>$/g, "").trim().toLowerCase() || null;

const clip = (value: string | null): string | null => value?.slice(0, 1_000) ?? null;

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("utf8")
    .slice(0, 64 * 1024);

export function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof ArrayBuffer ? new Uint8Array(content) : content;
}
