import type { MailKind } from "#modules/inbox/rules/kinds/classify-mail.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import type { ReplyLanguage } from "#platform/rules/mail/reply-language.ts";
import { readAutomatic, readingWithout, readReplyText, type Reading } from "./read-reply.ts";

/**
 * What a mail says, by its rules alone. What it says goes before how it was sent: an automatic notice
 * that somebody left is no mere automatic mail. Null for our own. `known` are texts that we sent in
 * the conversation.
 */
export function categorise(
  languages: readonly ReplyLanguage[],
  mail: Outside<Pick<ReceivedMail, "subject" | "text" | "calendar">>,
  kind: MailKind,
  known: Outside<readonly string[]> = [],
): Reading | null {
  switch (kind.kind) {
    case "own":
      return null;
    case "bounce":
      return readingWithout("bounce", 1);
    case "complaint":
      return readingWithout("do_not_contact", 1);
    case "delivered":
      return readingWithout("automatic", 1);
    case "auto_reply":
      return readAutomatic(languages, mail, kind.absence);
    case "reply":
      return withCalendar(readReplyText(languages, mail, known), mail.calendar);
  }
}

const MEETS: readonly ReceivedMail["calendar"][] = ["invited", "accepted", "tentative"];
const CLICKED = 0.9;

/** An invitation, or a yes to one, where its writer wrote nothing that says more. */
const withCalendar = (reading: Reading, calendar: ReceivedMail["calendar"]): Reading =>
  reading.category === "other" && MEETS.includes(calendar)
    ? readingWithout("meeting_request", CLICKED)
    : reading;
