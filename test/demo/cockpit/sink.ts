import { startSandbox } from "#test/support/mail/sandbox.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import type { MailAccess } from "#test/support/mail/sandbox.ts";
import { answers, PASSWORD, planned, refuses } from "./plan.ts";

/** What the servers of the recipients saw of a sender. */
export type Seen = {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
  readonly answered: readonly string[];
};

export type Sink = {
  readonly access: MailAccess;
  /** By the address of the sender. */
  seenOf(sender: string): Seen;
  /** Mails that were accepted or refused so far. */
  count(): number;
  stop(): Promise<void>;
};

/** The mail of the demo: it takes or refuses what the clients send, and some recipients answer. */
export async function openSink(): Promise<Sink> {
  const seen = new Map(
    planned.map(({ sender }) => [
      sender,
      { accepted: [] as string[], refused: [] as string[], answered: [] as string[] },
    ]),
  );
  const of = (sender: string) => {
    const one = seen.get(sender);
    if (!one) throw new Error(`nobody knows the sender ${sender}`);
    return one;
  };
  const world = await startSandbox({
    senders: planned.map(({ sender, name }) => ({ email: sender, name, password: PASSWORD })),
    refuses,
    onAccepted(mail) {
      const lead = mail.to[0] ?? "";
      of(mail.from).accepted.push(lead);
      if (!answers(lead)) return;
      of(mail.from).answered.push(lead);
      void world.deliverTo(mail.from, answerTo(mail, lead));
    },
    onRefused: ({ from, recipient }) => void of(from).refused.push(recipient),
  });
  const all = () => [...seen.values()];
  return {
    access: world.access,
    seenOf: of,
    count: () => all().reduce((n, one) => n + one.accepted.length + one.refused.length, 0),
    stop: () => world.stop(),
  };
}

const answerTo = ({ email, from }: AcceptedMail, lead: string): string =>
  [
    `From: <${lead}>`,
    `To: <${from}>`,
    `Subject: Re: ${email.subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@reader.test>`,
    `In-Reply-To: ${email.messageId}`,
    `References: ${email.messageId}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Sounds interesting, tell me more.",
    "",
  ].join("\r\n");
