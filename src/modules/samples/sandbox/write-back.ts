import { createHash } from "node:crypto";
import type { UnixMs } from "#platform/rules/ids.ts";
import { SANDBOX_EMAIL } from "#platform/rules/mail/sandbox.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { type Act, type Person, samplePerson } from "#modules/samples/rules/people.ts";

/** An email that a sample lead reacts to. */
export type Taken = {
  readonly messageId: string;
  readonly toEmail: string;
  readonly subject: string;
  readonly takenAt: UnixMs;
};

/** The email that a sample lead, or its server, writes back; null for what is no email. */
export function mailBack(taken: Taken, act: Act, now: UnixMs): InboundMail | null {
  const person = samplePerson(taken.toEmail);
  if (!person) return null;
  if (act.kind === "reply") return replyOf(person, taken, now);
  if (act.kind === "away") return awayOf(person, taken, now);
  return act.kind === "bounce" ? bounceOf(person, taken, now) : null;
}

const REPLIES: Readonly<Partial<Record<Person["behaviour"], string>>> = {
  interested:
    "Hello,\n\nthis sounds interesting. Please send me more information and your prices.\n\nBest regards",
  not_now:
    "Hi,\n\nthank you, but not right now. We have no budget this year. Please get back to me next quarter.\n\nRegards",
  opt_out: "Please remove me from your list and do not email me again.",
};

const replyOf = (person: Person, taken: Taken, now: UnixMs): InboundMail =>
  mail(person, taken, now, {
    kind: "reply",
    subject: `Re: ${taken.subject}`,
    text: `${REPLIES[person.behaviour] ?? "Thank you."}\n\n${person.first_name} ${person.last_name}\n${person.company}`,
    headers: {},
  });

/** Away for a week from the day of the email. */
function awayOf(person: Person, taken: Taken, now: UnixMs): InboundMail {
  const back = utcDay(later(taken.takenAt, 7 * DAY_MS));
  return mail(person, taken, now, {
    kind: "away",
    subject: `Automatic reply: ${taken.subject}`,
    text: `Thank you for your email. I am out of the office and will be back on ${back}.\n\n${person.first_name} ${person.last_name}`,
    headers: { "auto-submitted": "auto-replied" },
  });
}

function bounceOf(person: Person, taken: Taken, now: UnixMs): InboundMail {
  const host = person.email.slice(person.email.indexOf("@") + 1);
  const said = `550 5.1.1 <${person.email}>: Recipient address rejected: User unknown`;
  return {
    ...mail(person, taken, now, {
      kind: "bounce",
      subject: "Undelivered Mail Returned to Sender",
      text: `This is the mail system at host ${host}.\n\nYour message could not be delivered.\n\n${said}`,
      headers: { "auto-submitted": "auto-replied", "return-path": "<>" },
    }),
    from: { address: `mailer-daemon@${host}`, name: "Mail Delivery System" },
    report: {
      kind: "dsn",
      action: "failed",
      status: "5.1.1",
      diagnostic: `smtp; ${said}`,
      recipient: person.email,
      feedback_type: null,
      original_message_id: taken.messageId,
    },
  };
}

/** Its Message-ID follows from the email that it answers, so that one that is written twice is stored once. */
function mail(
  person: Person,
  { messageId, toEmail }: Taken,
  now: UnixMs,
  part: { kind: string; subject: string; text: string; headers: InboundMail["headers"] },
): InboundMail {
  const key = createHash("sha256").update(`${part.kind} ${messageId}`).digest("hex");
  return {
    uid: 1,
    received_at: now,
    size: part.text.length,
    message_id: `${key.slice(0, 32)}@${toEmail.slice(toEmail.indexOf("@") + 1)}`,
    in_reply_to: [messageId],
    references: [messageId],
    from: { address: person.email, name: `${person.first_name} ${person.last_name}` },
    to: [{ address: SANDBOX_EMAIL, name: "" }],
    cc: [],
    subject: part.subject,
    text: part.text,
    html: "",
    headers: part.headers,
    report: null,
    content_hash: key,
    unparsed: false,
  };
}
