import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { mailgun } from "./mailgun.ts";
import { postmark } from "./postmark.ts";
import { resend } from "./resend.ts";
import { sendgrid } from "./sendgrid.ts";
import { ses } from "./ses.ts";
import type { Source } from "./source.ts";

/** Every provider that may post to us. */
export const SOURCES: Readonly<Record<NoticeProvider, Source>> = {
  ses,
  sendgrid,
  mailgun,
  postmark,
  resend,
};
