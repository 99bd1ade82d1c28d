/** Contract 2.5. */
export const MAILBOX_STATUSES = [
  "active",
  "paused",
  "connection_error",
  "sending_error",
  "disabled",
] as const;
export type MailboxStatus = (typeof MAILBOX_STATUSES)[number];

/** `auto` decides by port and by what the server offers; `tls` is implicit TLS. */
export const TRANSPORT_SECURITIES = ["auto", "tls", "starttls", "none"] as const;
export type TransportSecurity = (typeof TRANSPORT_SECURITIES)[number];
