import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";

type Answer = {
  readonly category: ReplyCategory;
  readonly text: string;
  /** Whether a machine writes it while its owner is away. */
  readonly isAutomatic?: boolean;
};

const ANSWERS: readonly Answer[] = [
  { category: "interested", text: "Sounds interesting, tell me more." },
  { category: "not_interested", text: "Thanks, but we are not interested." },
  { category: "do_not_contact", text: "Please remove me from your mailing list." },
  {
    category: "out_of_office",
    text: "I am out of the office until Monday with no access to email.",
    isAutomatic: true,
  },
  { category: "meeting_request", text: "Can we have a call on Thursday at ten?" },
  { category: "interested", text: "Das klingt interessant, schicken Sie mir mehr Informationen." },
  { category: "not_interested", text: "Wir haben kein Interesse." },
  { category: "do_not_contact", text: "Por favor, no me escriban más." },
];
/** Of so many leads one answers. Every tenth is in two campaigns: none of those does, so that it is clear what it ends. */
const EVERY = 20;
const FIRST = 4;

/** What a lead answers to its first mail from here; null: nothing. */
export function answerOf(lead: string): Answer | null {
  const n = Number(/^lead(\d+)\./.exec(lead)?.[1]);
  return n % EVERY === FIRST ? (ANSWERS[Math.floor(n / EVERY) % ANSWERS.length] ?? null) : null;
}

/** Whether it counts as a reply of a person, and as a good one. */
export const isReply = ({ isAutomatic }: Answer): boolean => isAutomatic !== true;
export const isPositive = ({ category }: Answer): boolean =>
  category === "interested" || category === "meeting_request";

/** The answer as it is sent, with what it answers quoted. */
export function writeAnswer(
  { text, isAutomatic }: Answer,
  { from, to, email }: AcceptedMail,
): string {
  return [
    `From: <${to[0]}>`,
    `To: <${from}>`,
    `Subject: ${isAutomatic ? "Automatic reply" : "Re"}: ${email.subject ?? ""}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@reader.example>`,
    `In-Reply-To: ${email.messageId ?? ""}`,
    `References: ${email.references ?? ""} ${email.messageId ?? ""}`,
    ...(isAutomatic ? ["Auto-Submitted: auto-replied"] : []),
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "",
    ...(isAutomatic
      ? []
      : (email.text ?? "")
          .trim()
          .split("\n")
          .map((line) => `> ${line}`)),
    "",
  ].join("\r\n");
}
