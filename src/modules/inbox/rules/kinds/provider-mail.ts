import type { Outside } from "#platform/rules/outside-text.ts";
import type { Bounce } from "./bounce.ts";
import type { MailKind } from "./classify-mail.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import { judgeRefusal } from "#platform/rules/mail/refusal.ts";

const MAX_TEXT = 64_000;
const MAX_RECIPIENTS = 50;

/**
 * A notification of Amazon SES that its topic sends as mail: JSON of a delivery, a bounce or a
 * complaint. Null: it is none.
 */
export function readProviderMail(mail: Outside<ReceivedMail>): MailKind | null {
  if (!/^\s*AWS Notification\b/i.test(mail.subject)) return null;
  const notification = notificationIn(mail.text.slice(0, MAX_TEXT));
  if (!notification) return null;
  const returnedIds = idsOf(notification);
  switch (textOf(notification["notificationType"] ?? notification["eventType"]).toLowerCase()) {
    case "delivery":
      return { kind: "delivered", notice: { returnedIds } };
    case "complaint": {
      const [recipient] = recipientsOf(objectOf(notification["complaint"])["complainedRecipients"]);
      return { kind: "complaint", complaint: { recipient: recipient?.email ?? null, returnedIds } };
    }
    case "bounce":
      return { kind: "bounce", bounce: bounceOf(objectOf(notification["bounce"]), returnedIds) };
    default:
      return null;
  }
}

function bounceOf(bounce: Fields, returnedIds: readonly string[]): Bounce {
  const recipients = recipientsOf(bounce["bouncedRecipients"]);
  const [first] = recipients;
  const isFinal = textOf(bounce["bounceType"]).toLowerCase() === "permanent";
  const enhanced = first?.status || null;
  const reason = first?.diagnostic || `${textOf(bounce["bounceType"])} bounce`;
  const judged = judgeRefusal({ code: null, enhanced, text: reason });
  return {
    ...(isFinal ? judged : { ...judged, class: "soft" as const }),
    final: true,
    code: enhanced ?? "",
    reason,
    recipients: recipients.map(({ email }) => email),
    returnedIds,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The notification itself, within its envelope or without; what follows the JSON is the topic's footer. */
function notificationIn(text: string): Fields | null {
  const end = text.search(/\n--\s*\n/);
  const notification = parsed(end < 0 ? text : text.slice(0, end));
  if (!notification) return null;
  return typeof notification["Message"] === "string"
    ? parsed(notification["Message"])
    : notification;
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Amazon's own id, and the one that the mail had when it was handed over. */
function idsOf(notification: Fields): string[] {
  const mail = objectOf(notification["mail"]);
  const ids = [textOf(objectOf(mail["commonHeaders"])["messageId"]), textOf(mail["messageId"])];
  return ids.map((id) => id.trim().replace(/^<|>$/g, "")).filter((id) => id !== "");
}

const recipientsOf = (value: unknown) =>
  (Array.isArray(value) ? value.slice(0, MAX_RECIPIENTS) : []).flatMap((item) => {
    const { emailAddress, status, diagnosticCode } = objectOf(item);
    const email = textOf(emailAddress).toLowerCase();
    return email === ""
      ? []
      : [{ email, status: textOf(status), diagnostic: textOf(diagnosticCode).slice(0, 1_000) }];
  });

const objectOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
