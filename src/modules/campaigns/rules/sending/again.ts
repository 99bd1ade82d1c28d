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
  smtp: "its server has taken it",
  journal: "the journal of the mail service knows that its server has taken it",
  reply: "the lead has answered it",
  dsn: "a report about it came back",
  hit: "it was opened, or a link in it was followed",
  sent_folder: "it lies in the mailbox's Sent folder",
};

/** Why a send cannot be sent again, in one sentence; null: it can. */
export function againRefusal(facts: AgainFacts): string | null {
  const { state, enrolment } = facts;
  if (state === "sent") {
    return `This mail was sent after all: ${PROOFS[facts.evidence ?? ""] ?? "its server has taken it"}.`;
  }
  if (state === "queued" || state === "leased" || state === "sending") {
    return "This mail is on its way; it leaves by itself.";
  }
  if (state !== "unknown") {
    return `This mail is ${state}: only one of which nobody knows whether it arrived can be sent again.`;
  }
  if (facts.email === null) return "The lead was deleted.";
  if (facts.unsubscribed || enrolment === "unsubscribed") return "The lead has unsubscribed.";
  if (facts.bounced || enrolment === "bounced") return "The lead's address does not take mail.";
  if (enrolment === "replied") return "The lead has answered meanwhile.";
  if (facts.suppressed) return "The lead's address, or its domain, is suppressed.";
  if (enrolment === "skipped") return "The lead was taken out of the campaign's sequence.";
  if (facts.email !== facts.toEmail) {
    return "The lead has another address since; this mail went to the earlier one.";
  }
  if (!facts.hasMailbox) {
    return "The mailbox that sent it does not belong to the campaign any more; assign it again first.";
  }
  if (!facts.hasCopy) return "The words of this mail are not kept any more.";
  return null;
}

/** What holds a mail up that is to be sent again, in one sentence; null: nothing but its turn. */
export function againWaits(
  { campaignStatus, scheduleOver, enrolment, mailboxStatus }: AgainFacts,
  dueAt: UnixMs,
  now: UnixMs,
): string | null {
  if (campaignStatus === "paused") {
    return "The campaign is paused; the mail leaves once it is active again.";
  }
  if (scheduleOver) {
    return "The campaign's schedule has ended; give it a later end, and the mail leaves.";
  }
  if (enrolment === "paused") return "The lead is paused here; the mail leaves once it goes on.";
  if (mailboxStatus !== "active") {
    return "Its mailbox does not send at the moment; the mail leaves once it is active again.";
  }
  return dueAt > now ? "It is looked for in the Sent folder first." : null;
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
