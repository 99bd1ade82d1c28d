import { createImapServer } from "#test/support/mail/imap-server.ts";
import type { MailAccess } from "#test/support/mail/sandbox.ts";
import { type AcceptedMail, startSmtpServer } from "#test/support/mail/smtp-server.ts";
import type { RivalAccount } from "#test/support/rivals/account.ts";
import type { LyingMail } from "#test/support/rivals/lived.ts";

/** The mailboxes that move in, with their folders, and everybody that they write to. */
export type MovingSink = {
  readonly access: MailAccess;
  put(mail: LyingMail): void;
  /** Mails to leads; warmup between mailboxes is none. */
  readonly mails: readonly AcceptedMail[];
  stop(): Promise<void>;
};

export const PASSWORD = "an app password of the demo";

export async function openMovingSink({ mailboxes, leads }: RivalAccount): Promise<MovingSink> {
  const people = new Set(leads.map(({ email }) => email));
  const own = new Set(mailboxes.map(({ email }) => email));
  const mails: AcceptedMail[] = [];
  const imap = createImapServer();
  for (const email of own) imap.addUser(email, PASSWORD);
  const imapPort = await imap.listen();
  const smtp = await startSmtpServer({
    authenticate: (user, password) => own.has(user) && password === PASSWORD,
    refuses: () => false,
    onAccepted(mail) {
      if (people.has(mail.to[0] ?? "")) mails.push(mail);
      else if (own.has(mail.to[0] ?? "")) imap.append(mail.to[0] ?? "", "INBOX", mail.raw);
    },
    onRefused: () => {},
  });
  return {
    access: {
      smtp_host: "127.0.0.1",
      smtp_port: smtp.port,
      smtp_security: "none",
      imap_host: "127.0.0.1",
      imap_port: imapPort,
      imap_security: "none",
    },
    put: (mail) =>
      void imap.append(mail.mailbox, mail.folder, rawOf(mail), ["\\Seen"], new Date(mail.at)),
    mails,
    stop: async () => {
      await Promise.all([smtp.close(), imap.close()]);
    },
  };
}

/** The step that a mail is: its text says which, but for the first. */
export const stepOf = ({ email }: Pick<AcceptedMail, "email">): number =>
  Number(/\bStep (\d+)\b/.exec(`${email.text ?? ""} ${email.html ?? ""}`)?.[1] ?? 1);

/** A mail as it lies in a folder. */
export function rawOf(mail: LyingMail): string {
  const isSent = mail.kind === "sent";
  const head = [
    `From: <${isSent ? mail.mailbox : mail.kind === "bounce" ? "mailer-daemon@mail.example" : mail.lead}>`,
    `To: <${isSent ? mail.lead : mail.mailbox}>`,
    `Subject: ${mail.kind === "bounce" ? "Undelivered Mail Returned to Sender" : mail.subject}`,
    `Date: ${new Date(mail.at).toUTCString()}`,
    `Message-ID: <${mail.messageId}>`,
    "MIME-Version: 1.0",
  ];
  if (mail.kind === "bounce") return [...head, ...reportOf(mail), ""].join("\r\n");
  const thread =
    mail.inReplyTo === null
      ? []
      : [`In-Reply-To: <${mail.inReplyTo}>`, `References: <${mail.inReplyTo}>`];
  return [...head, ...thread, "Content-Type: text/plain; charset=utf-8", "", mail.text, ""].join(
    "\r\n",
  );
}

/** A delivery status notification (RFC 3464) about the mail that it answers. */
const reportOf = ({ lead, inReplyTo }: LyingMail): string[] => [
  'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
  "Auto-Submitted: auto-replied",
  "",
  "--part",
  "Content-Type: text/plain; charset=utf-8",
  "",
  `<${lead}>: 550 5.1.1 User unknown`,
  "--part",
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; mail.example",
  "",
  `Final-Recipient: rfc822; ${lead}`,
  "Action: failed",
  "Status: 5.1.1",
  "Diagnostic-Code: smtp; 550 5.1.1 User unknown",
  "",
  "--part",
  "Content-Type: text/rfc822-headers",
  "",
  `Message-ID: <${inReplyTo ?? ""}>`,
  `To: <${lead}>`,
  "",
  "--part--",
];
