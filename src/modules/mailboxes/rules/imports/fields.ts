import type { TransportSecurity } from "#platform/rules/mail/mailbox.ts";

/** What a row of a file gives its mailbox, by column and without passwords. */
export type ImportedFields = {
  readonly from_name: string;
  readonly reply_to: string | null;
  readonly smtp_host: string;
  readonly smtp_port: number;
  readonly smtp_security: TransportSecurity;
  readonly smtp_username: string;
  readonly imap_host: string | null;
  readonly imap_port: number | null;
  readonly imap_security: TransportSecurity;
  readonly imap_username: string | null;
  readonly daily_limit: number;
  readonly min_gap_seconds: number;
  readonly gap_jitter_seconds: number;
  readonly ramp_enabled: boolean;
  readonly ramp_increment: number;
  readonly signature_html: string;
  readonly signature_text: string;
  readonly tags: readonly string[];
  readonly group_name: string | null;
  readonly timezone: string | null;
  readonly tracking_domain: string | null;
  readonly save_to_sent: boolean;
};
