import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

export const MAILBOX_STATUSES = [
  "active",
  "paused",
  "connection_error",
  "sending_error",
  "reconnect_required",
  "disabled",
] as const;
export type MailboxStatus = (typeof MAILBOX_STATUSES)[number];

/** `auto` decides by port and by what the server offers; `tls` is implicit TLS. */
export const TRANSPORT_SECURITIES = ["auto", "tls", "starttls", "none"] as const;
export type TransportSecurity = (typeof TRANSPORT_SECURITIES)[number];

/**
 * What of a mailbox keeps it from sending: its log-in, that such log-ins are switched off, its
 * server, or that the server refuses the sender.
 */
export type MailboxTrouble = "auth" | "auth_disabled" | "connection" | "sending";

/** Failed log-ins in a row after which a mailbox stops and its leads wait. */
export const AUTH_FAILURES_TO_STOP = 3;

/** How the message of a mailbox begins whose IMAP fails. */
export const REPLIES_UNREAD = "Its replies can't be read";

/** Connections in a row that failed after which it stops; it is tried again by itself. */
export const CONNECT_FAILURES_TO_STOP = 5;
export const RECHECK_MS = 5 * MINUTE_MS;
export const MAX_RECHECK_MS = HOUR_MS;

/** What a mailbox that sets nothing gets. */
export const MAILBOX_DEFAULTS = {
  dailyLimit: 30,
  minGapSeconds: 600,
  gapJitterSeconds: 300,
  rampEnabled: true,
  rampIncrement: 2,
} as const;

/** The most that an operator may allow a workspace, and so the most of one campaign and one bulk change. */
export const MOST_MAILBOXES = 5_000;
