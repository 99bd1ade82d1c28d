import { ImapFlow } from "imapflow";
import type { MailAccess } from "#test/support/mail/sandbox.ts";
import type { LyingMail } from "#test/support/rivals/lived.ts";
import { rawOf } from "../moving/sink.ts";

/** Connections that file side by side. */
const AT_ONCE = 8;

export type Filer = {
  put(mail: LyingMail): void;
  /** Files what was put since, over IMAP. */
  settle(): Promise<void>;
};

/** Files mails into the folders of mailboxes that open by a password, as the rival's servers did. */
export function createFiler(access: MailAccess, password: string): Filer {
  let waiting: LyingMail[] = [];

  async function file(mailbox: string, mails: readonly LyingMail[]): Promise<void> {
    const client = new ImapFlow({
      host: access.imap_host,
      port: access.imap_port,
      secure: false,
      doSTARTTLS: access.imap_security === "starttls",
      tls: { rejectUnauthorized: false },
      auth: { user: mailbox, pass: password },
      logger: false,
    });
    client.on("error", () => {});
    await client.connect();
    for (const mail of mails) {
      await client.append(mail.folder, rawOf(mail), ["\\Seen"], new Date(mail.at));
    }
    await client.logout();
  }

  return {
    put: (mail) => void waiting.push(mail),
    async settle() {
      const boxes = [...Map.groupBy(waiting, ({ mailbox }) => mailbox)];
      waiting = [];
      const work = async (): Promise<void> => {
        for (let next = boxes.pop(); next; next = boxes.pop()) await file(...next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
  };
}
