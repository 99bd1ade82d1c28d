import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { LAST_LOOK_MS } from "#modules/mailboxes/rules/sent-folder.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { SEND_STATES } from "#modules/delivery/rules/states.ts";

/** What is known of a send that somebody wants to send again. */
export type AgainFacts = {
  readonly state: (typeof SEND_STATES)[number];
  readonly evidence: string | null;
  readonly campaignStatus: string;
  /** No sending hours are left in its schedule. */
  readonly scheduleOver: boolean;
  readonly enrolment: EnrolmentStatus;
  /** Its mailbox still belongs to the campaign. */
  readonly hasMailbox: boolean;
  readonly mailboxStatus: string | null;
  /** The lead's address now; null where the lead is gone. */
  readonly email: string | null;
  readonly toEmail: string;
  readonly unsubscribed: boolean;
  readonly bounced: boolean;
  readonly suppressed: boolean;
  /** The words that were handed over are still kept. */
  readonly hasCopy: boolean;
};

const PROOFS: Readonly<Record<string, string>> = {
  smtp: "the receiving server accepted it",
  journal: "the journal of the mail service shows that the receiving server accepted it",
  reply: "the lead replied to it",
  dsn: "a delivery report came back",
  hit: "it was opened or clicked",
  sent_folder: "it is in the Sent folder of the mailbox",
};

/** Why a send cannot be sent again, in one sentence; null: it can. */
export function againRefusal(facts: AgainFacts): string | null {
  const { state, enrolment } = facts;
  if (state === "sent") {
    return `This email was sent after all: ${PROOFS[facts.evidence ?? ""] ?? "the receiving server accepted it"}.`;
  }
  if (state === "queued" || state === "leased" || state === "sending") {
    return "This email is already being sent.";
  }
  if (state !== "unknown") {
    return `This email is ${state}. Only an email with unknown delivery can be sent again.`;
  }
  if (facts.email === null) return "The lead was deleted.";
  if (facts.unsubscribed || enrolment === "unsubscribed") return "The lead has unsubscribed.";
  if (facts.bounced || enrolment === "bounced") return "The address of the lead accepts no email.";
  if (enrolment === "replied") return "The lead has replied.";
  if (facts.suppressed) return "The address of the lead or its domain is suppressed.";
  if (enrolment === "skipped") return "The lead was removed from the campaign.";
  if (facts.email !== facts.toEmail) {
    return "The address of the lead has changed since this email.";
  }
  if (!facts.hasMailbox) {
    return "The mailbox that sent it is no longer assigned to the campaign. Assign it again first.";
  }
  if (!facts.hasCopy) return "The text of this email is no longer stored.";
  return null;
}

/** What holds a mail up that is to be sent again, in one sentence; null: nothing but its turn. */
export function againWaits(
  { campaignStatus, scheduleOver, enrolment, mailboxStatus }: AgainFacts,
  dueAt: UnixMs,
  now: UnixMs,
): string | null {
  if (campaignStatus === "paused") {
    return "The campaign is paused. The email is sent when it is active again.";
  }
  if (scheduleOver) {
    return "The schedule of the campaign has ended. Extend its end date to send the email.";
  }
  if (enrolment === "paused")
    return "The lead is paused in this campaign. The email is sent when it is resumed.";
  if (mailboxStatus !== "active") {
    return "Its mailbox is not sending. The email is sent when it is active again.";
  }
  return dueAt > now ? "The Sent folder is checked first." : null;
}

/** The Sent folder is read every few minutes: the last look has been taken by then. */
const AFTER_LAST_LOOK_MS = 2 * MINUTE_MS;

/**
 * When a mail may be sent again whose outcome became unclear then: once its Sent folder was looked
 * through for the last time, for what lies there was sent.
 */
export const againDueAt = (unclearSince: UnixMs, now: UnixMs): UnixMs => {
  const looked = later(unclearSince, LAST_LOOK_MS + AFTER_LAST_LOOK_MS);
  return looked > now ? looked : now;
};
