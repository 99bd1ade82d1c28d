import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";

/** Columns of a mailbox that decide how much it may send, and when: who asks reads all of them. */
export const paceColumns = {
  timezone: mailboxes.timezone,
  dailyLimit: mailboxes.dailyLimit,
  heldState: mailboxes.heldState,
  rampEnabled: mailboxes.rampEnabled,
  rampIncrement: mailboxes.rampIncrement,
  minGapSeconds: mailboxes.minGapSeconds,
  gapJitterSeconds: mailboxes.gapJitterSeconds,
  createdAt: mailboxes.createdAt,
  lastSentAt: mailboxes.lastSentAt,
  nextSendAt: mailboxes.nextSendAt,
  smtpHost: mailboxes.smtpHost,
};
