import type { Attachment } from "postal-mime";
import type { InboundMail } from "#contract/mail-reading.ts";
import { fieldOf, headerBlock, messageIds, parseFields } from "./fields.ts";

type Report = NonNullable<InboundMail["report"]>;

/** The delivery report (RFC 3464) or complaint (RFC 5965) among a mail's parts; null when there is none. */
export function reportIn(attachments: readonly Attachment[]): Report | null {
  const part = (...types: string[]): Uint8Array | null => {
    const found = attachments.find(({ mimeType }) => types.includes(mimeType));
    return found ? bytesOf(found) : null;
  };
  const original = part(
    "message/rfc822",
    "text/rfc822-headers",
    "message/rfc822-headers",
    "message/global-headers",
  );
  const originalId = original
    ? (messageIds(fieldOf(parseFields(headerBlock(original)), "message-id"))[0] ?? null)
    : null;

  const status = part("message/delivery-status", "message/global-delivery-status");
  if (status) return deliveryReport(textOf(status), originalId);
  const feedback = part("message/feedback-report");
  if (feedback) return complaint(textOf(feedback), originalId);
  return null;
}

function deliveryReport(text: string, originalId: string | null): Report {
  const blocks = text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(parseFields)
    .filter((fields) => fieldOf(fields, "action") !== null || fieldOf(fields, "status") !== null);
  // Of several recipients the one that failed matters.
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
  const fields = parseFields(text);
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

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof ArrayBuffer ? new Uint8Array(content) : content;
}
