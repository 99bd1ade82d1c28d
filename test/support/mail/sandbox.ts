import { createImapServer } from "./imap-server.ts";
import { type AcceptedMail, type Refusal, startSmtpServer } from "./smtp-server.ts";

/** A mailbox that the product sends from and reads. */
export type Sender = { readonly email: string; readonly name: string; readonly password: string };

/** How a sender's mailbox is reached. */
export type MailAccess = {
  readonly smtp_host: string;
  readonly smtp_port: number;
  readonly smtp_security: "none" | "starttls";
  readonly imap_host: string;
  readonly imap_port: number;
  readonly imap_security: "none" | "starttls";
};

/** The outside world of mail: the senders' provider, and everybody that they write to. */
export type MailWorld = {
  readonly access: MailAccess;
  /** What a process needs in its environment to trust this world's certificates. */
  readonly environment: Readonly<Record<string, string>>;
  /** Puts a mail into the INBOX of a sender. */
  deliverTo(sender: string, raw: string | Uint8Array): Promise<void>;
  stop(): Promise<void>;
};

export type MailWorldOptions = {
  readonly senders: readonly Sender[];
  /** Recipients that refuse mail with a 550 at RCPT. */
  readonly refuses: (recipient: string) => boolean;
  /** A recipient's server has accepted a mail. */
  readonly onAccepted: (mail: AcceptedMail) => void;
  readonly onRefused: (refusal: Refusal) => void;
  /** For `startRealMail`: where its servers ask whose token one is. */
  readonly tokenInfo?: string;
};

/**
 * The mail world in memory: one SMTP server that takes mail from the senders to made-up
 * recipients, and one IMAP server with the senders' folders. Nothing leaves loopback.
 */
export async function startSandbox(options: MailWorldOptions): Promise<MailWorld> {
  const passwords = new Map(options.senders.map(({ email, password }) => [email, password]));
  const imap = createImapServer();
  for (const [email, password] of passwords) imap.addUser(email, password);
  const imapPort = await imap.listen();
  const smtp = await startSmtpServer({
    authenticate: (user, password) => password !== "" && passwords.get(user) === password,
    refuses: options.refuses,
    onAccepted: options.onAccepted,
    onRefused: options.onRefused,
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
    environment: {},
    deliverTo: async (sender, raw) => void imap.append(sender, "INBOX", raw),
    stop: async () => {
      await Promise.all([smtp.close(), imap.close()]);
    },
  };
}
