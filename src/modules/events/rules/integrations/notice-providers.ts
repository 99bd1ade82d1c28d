/** Services that carry mail and tell what became of it. */
export const NOTICE_PROVIDERS = ["ses", "sendgrid", "mailgun", "postmark", "resend"] as const;
export type NoticeProvider = (typeof NOTICE_PROVIDERS)[number];
