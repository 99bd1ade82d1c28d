import PostalMime, { type Email } from "postal-mime";
import type { AcceptedMail } from "#test/support/mail/scripted-smtp.ts";

/** A mail as its reader has it. */
export type ReadMail = {
  readonly lead: string;
  readonly mailbox: string;
  /** As the provider gave it. */
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly references: string;
  readonly subject: string;
  readonly isAnswer: boolean;
};

export type Correspondents = {
  /** Everything that arrived and was read, in order. */
  readonly mails: readonly ReadMail[];
  /** Who answered. */
  readonly answered: ReadonlySet<string>;
  stop(): void;
};

/** One lead in six answers the first mail. */
export const answers = (lead: string): boolean => Number(/\d+/.exec(lead)?.[0]) % 6 === 0;

const LOOK_MS = 100;

/** Those who are written to: they read what the servers took, and some answer in its thread. */
export function createCorrespondents(
  accepted: () => readonly AcceptedMail[],
  deliver: (mailbox: string, raw: string) => void,
): Correspondents {
  const mails: ReadMail[] = [];
  const answered = new Set<string>();
  const seen = new Set<AcceptedMail>();
  let isReading = false;

  async function read(mail: AcceptedMail): Promise<void> {
    const email = await PostalMime.parse(mail.raw);
    const one: ReadMail = {
      lead: mail.to[0] ?? "",
      mailbox: mail.from,
      messageId: email.messageId ?? "",
      inReplyTo: email.inReplyTo ?? "",
      references: email.references ?? "",
      subject: email.subject ?? "",
      isAnswer: email.inReplyTo !== undefined,
    };
    mails.push(one);
    if (one.isAnswer || !answers(one.lead) || answered.has(one.lead)) return;
    answered.add(one.lead);
    deliver(one.mailbox, answerTo(one, email));
  }

  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    const news = accepted().filter((mail) => !seen.has(mail));
    for (const mail of news) seen.add(mail);
    void Promise.all(news.map(read)).finally(() => (isReading = false));
  }, LOOK_MS);
  return { mails, answered, stop: () => clearInterval(timer) };
}

function answerTo(mail: ReadMail, email: Email): string {
  return [
    `From: <${mail.lead}>`,
    `To: <${mail.mailbox}>`,
    `Subject: Re: ${mail.subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@reader.test>`,
    `In-Reply-To: ${mail.messageId}`,
    `References: ${mail.references} ${mail.messageId}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Sounds interesting, tell me more.",
    "",
    ...(email.text ?? "").split("\n").map((line) => `> ${line}`),
    "",
  ].join("\r\n");
}
