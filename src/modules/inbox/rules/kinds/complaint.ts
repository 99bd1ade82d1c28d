import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";

/** A recipient pressed "this is spam" and its provider reported it (RFC 5965). */
export type Complaint = {
  /** Lower case, or null where the provider hides it. */
  readonly recipient: string | null;
  /** Message-IDs of the mail complained about, without angle brackets. */
  readonly returnedIds: readonly string[];
};

/** Feedback that is no complaint: the opposite, or about signatures (RFC 5965 7.3, RFC 6591). */
const NO_COMPLAINT = new Set(["not-spam", "auth-failure", "dkim", "dmarc"]);

/** Reads a complaint. Null: it is none. */
export function readComplaint(mail: ReceivedMail): Complaint | null {
  const { report } = mail;
  if (report?.kind !== "arf") return null;
  if (NO_COMPLAINT.has((report.feedbackType ?? "").trim().toLowerCase())) return null;
  return {
    recipient: report.recipient?.toLowerCase() ?? null,
    returnedIds: report.originalMessageId === null ? [] : [report.originalMessageId],
  };
}
