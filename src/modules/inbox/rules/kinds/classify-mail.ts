import type { Outside } from "#platform/rules/outside-text.ts";
import { autoReplyKind } from "./auto-reply.ts";
import { type Bounce, type DeliveryNotice, readBounce, readDeliveryNotice } from "./bounce.ts";
import { type Complaint, readComplaint } from "./complaint.ts";
import { readProviderMail } from "./provider-mail.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";

/** What a received mail is, before anything is looked up. */
export type MailKind =
  | { readonly kind: "own" }
  | { readonly kind: "complaint"; readonly complaint: Complaint }
  | { readonly kind: "delivered"; readonly notice: DeliveryNotice }
  | { readonly kind: "bounce"; readonly bounce: Bounce }
  | { readonly kind: "auto_reply"; readonly absence: boolean }
  | { readonly kind: "reply" };

/**
 * Classifies a mail. `isOurs` knows the workspace's mailboxes: their own mail, copied to themselves
 * or sent among colleagues, is never a reply. Never throws, whatever the mail holds; time is linear
 * in its size.
 */
export function classifyMail(
  mail: Outside<ReceivedMail>,
  isOurs: (address: string) => boolean,
): MailKind {
  const byProvider = readProviderMail(mail);
  if (byProvider) return byProvider;
  const complaint = readComplaint(mail);
  if (complaint) return { kind: "complaint", complaint };
  const notice = readDeliveryNotice(mail);
  if (notice) return { kind: "delivered", notice };
  if (!mail.report && isOurs(mail.from?.address.toLowerCase() ?? "")) return { kind: "own" };
  const bounce = readBounce(mail);
  if (bounce) return { kind: "bounce", bounce };
  if (mail.report) return { kind: "auto_reply", absence: false };
  // Calendars send the answer that somebody clicked, and mark it as automatic.
  if (mail.calendar !== undefined) return { kind: "reply" };
  const automatic = autoReplyKind(mail);
  return automatic ? { kind: "auto_reply", absence: automatic === "absence" } : { kind: "reply" };
}
