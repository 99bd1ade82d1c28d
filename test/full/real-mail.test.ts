import { describe } from "vitest";
import { REAL_MAIL_PARTS, startRealMail } from "#test/support/mail/real-mail.ts";
import { worldWorks } from "#test/support/mail/world-works.ts";
import { needs } from "#test/support/needs.ts";

describe("the mail world of Dovecot and Postfix", needs(...REAL_MAIL_PARTS), () => {
  worldWorks(startRealMail, true);
});
