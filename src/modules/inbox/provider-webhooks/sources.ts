import type { Provider } from "#modules/inbox/rules/providers/notice.ts";
import { mailgun } from "./mailgun.ts";
import { postmark } from "./postmark.ts";
import { resend } from "./resend.ts";
import { sendgrid } from "./sendgrid.ts";
import { ses } from "./ses.ts";
import type { Source } from "./source.ts";

/** Every provider that may post to us. */
export const SOURCES: Readonly<Record<Provider, Source>> = {
  ses,
  sendgrid,
  mailgun,
  postmark,
  resend,
};
