import PostalMime from "postal-mime";
import { startRealMail } from "#test/support/mail/real-mail.ts";
import { type MailAccess, startSandbox } from "#test/support/mail/sandbox.ts";
import type { ScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { type OauthLab, startOauthLab } from "#test/support/oauth/lab.ts";
import type { RivalAccount, RivalMailbox } from "#test/support/rivals/account.ts";
import type { LyingMail } from "#test/support/rivals/lived.ts";
import { rawOf } from "../moving/sink.ts";
import { answerOf, writeAnswer } from "./answers.ts";
import { createFiler } from "./filer.ts";

export const PASSWORD = "an app password of the demo";
const LOOK_MS = 200;

/** All mail of the agency: the mailboxes of three kinds with their folders, and everybody that they write to. */
export type AgencyMail = {
  readonly lab: OauthLab;
  /** Of the mailboxes with passwords. */
  readonly access: MailAccess;
  readonly environment: Readonly<Record<string, string>>;
  put(mail: LyingMail): void;
  /** Until what was put lies in its folders. */
  settle(): Promise<void>;
  /** Mails to leads, as their servers took them. */
  readonly mails: readonly AcceptedMail[];
  /** Leads that answered one of them. */
  readonly answered: ReadonlySet<string>;
  stop(): Promise<void>;
};

/** `dovecot`: mailboxes with passwords lie at Debian's Dovecot, and send by its Postfix. */
export async function openMail(
  accounts: readonly RivalAccount[],
  kind: "sandbox" | "dovecot",
): Promise<AgencyMail> {
  const boxes = new Map<string, RivalMailbox>();
  const people = new Set<string>();
  for (const { mailboxes, leads } of accounts) {
    for (const one of mailboxes) boxes.set(one.email, one);
    for (const { email } of leads) people.add(email);
  }
  const isOauth = (email: string) => boxes.get(email)?.provider !== "other";
  const mails: AcceptedMail[] = [];
  const answered = new Set<string>();
  const lab = await startOauthLab();
  for (const { email, provider } of boxes.values()) {
    if (provider !== "other") lab.addMailboxes(provider, [email]);
  }
  const start = kind === "dovecot" ? startRealMail : startSandbox;
  const world = await start({
    senders: [...boxes.values()].flatMap(({ email, fromName, provider }) =>
      provider === "other" ? [{ email, name: fromName, password: PASSWORD }] : [],
    ),
    refuses: () => false,
    onAccepted: (mail) => arrive(mail),
    onRefused: () => {},
  });

  const deliver = async (mailbox: string, raw: string | Buffer): Promise<void> => {
    if (isOauth(mailbox)) lab.deliverTo(mailbox, raw);
    else await world.deliverTo(mailbox, raw);
  };
  function arrive(mail: AcceptedMail): void {
    const to = mail.to[0] ?? "";
    if (boxes.has(to)) void deliver(to, mail.raw);
    if (!people.has(to)) return;
    mails.push(mail);
    const answer = answered.has(to) ? null : answerOf(to);
    if (answer === null) return;
    answered.add(to);
    void deliver(mail.from, writeAnswer(answer, mail));
  }

  const looking = [follow(lab.smtp.google, arrive), follow(lab.smtp.microsoft, arrive)];
  const filer = createFiler(world.access, PASSWORD);
  return {
    lab,
    access: world.access,
    environment: { ...lab.environment, ...world.environment },
    put(mail) {
      if (isOauth(mail.mailbox)) lab.file(mail.mailbox, mail.folder, rawOf(mail), mail.at);
      else filer.put(mail);
    },
    settle: () => filer.settle(),
    mails,
    answered,
    async stop() {
      for (const end of looking) end();
      await Promise.all([lab.stop(), world.stop()]);
    },
  };
}

/** Gives what a server takes from now on, in order; answers how that ends. */
function follow({ accepted }: ScriptedSmtp, arrive: (mail: AcceptedMail) => void): () => void {
  let seen = 0;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    for (; seen < accepted.length; seen++) {
      const mail = accepted[seen];
      if (!mail) continue;
      const raw = Buffer.from(mail.raw);
      const to = mail.to.map((one) => one.toLowerCase());
      arrive({
        from: mail.from,
        to,
        user: mail.from,
        raw,
        email: await PostalMime.parse(raw),
        at: Date.now(),
      });
    }
  };
  const timer = setInterval(() => {
    reading = reading.then(read);
  }, LOOK_MS);
  return () => clearInterval(timer);
}
