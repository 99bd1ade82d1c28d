import type { TransportSecurity } from "#platform/rules/mail/mailbox.ts";

/** How a mailbox of an organisation signs in, which has no password. */
export type OrganisationSignIn = {
  readonly id: number;
  readonly provider: "google" | "microsoft";
  readonly scopes: readonly string[];
};

/** What a new mailbox is made of, passwords aside. */
export type MailboxFields = {
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly smtpHost: string;
  readonly smtpPort: number;
  readonly smtpSecurity: TransportSecurity;
  readonly smtpUsername: string;
  readonly imapHost: string | null;
  readonly imapPort: number | null;
  readonly imapSecurity: TransportSecurity;
  readonly imapUsername: string | null;
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  readonly gapJitterSeconds: number;
  readonly rampEnabled: boolean;
  readonly rampIncrement: number;
  readonly signatureHtml: string;
  readonly signatureText: string;
  readonly tags: string[];
  readonly groupName: string | null;
  readonly timezone: string | null;
  readonly trackingDomain: string | null;
  readonly saveToSent: boolean;
  readonly organisation?: OrganisationSignIn;
};
