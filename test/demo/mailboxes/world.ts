import { createImapServer } from "#test/support/mail/imap-server.ts";
import { startScriptedSmtp } from "#test/support/mail/scripted-smtp.ts";
import { type OauthLab, startOauthLab } from "#test/support/oauth/lab.ts";
import { type Product, startProduct } from "#test/support/product.ts";
import { SETTINGS } from "../world.ts";
import { createCorrespondents, type Correspondents } from "./correspondents.ts";

/** People who consent for their own mailboxes. */
export const PEOPLE = {
  google: "ann@northgate-g.test",
  microsoft: "ben@northgate-m.test",
} as const;
/** Organisations of each provider, and users of each. */
export const ORGANISATIONS = 10;
export const USERS = 10;
/** Mailboxes of the file. */
export const FILED = 100;

/** Where mailboxes with passwords are. */
export type PasswordServers = { readonly smtpPort: number; readonly imapPort: number };

export type MailboxesWorld = {
  readonly product: Product;
  readonly lab: OauthLab;
  readonly servers: PasswordServers;
  readonly correspondents: Correspondents;
  /** A person withdraws what they granted: tokens end, and with them the sessions that they opened. */
  withdraw(provider: keyof typeof PEOPLE): void;
  stop(): Promise<void>;
};

export const filedEmails = Array.from({ length: FILED }, (_, i) => `m${i}@agency-${i % 7}.test`);
export const PASSWORD = "an app password";

/** Google, Microsoft, another provider with passwords, those who are written to, and the product. */
export async function openMailboxesWorld(host: "node" | "worker"): Promise<MailboxesWorld> {
  const lab = await startOauthLab({ people: PEOPLE, smtp: { replyMs: 20 } });
  const smtp = await startScriptedSmtp({ auth: "235 2.7.0 Ok", replyMs: 20 });
  const imap = createImapServer();
  for (const email of filedEmails) imap.addUser(email, PASSWORD);
  const imapPort = await imap.listen();
  const filed = new Set(filedEmails);
  const correspondents = createCorrespondents(
    () => [...lab.accepted(), ...smtp.accepted],
    (mailbox, raw) =>
      void (filed.has(mailbox) ? imap.append(mailbox, "INBOX", raw) : lab.deliverTo(mailbox, raw)),
  );
  const product = await startProduct({
    host,
    env: { ...SETTINGS, ...lab.environment, MAX_MAILBOXES_PER_WORKSPACE: "500" },
  });
  lab.welcome(product.url);
  return {
    product,
    lab,
    servers: { smtpPort: smtp.port, imapPort },
    correspondents,
    withdraw(provider) {
      lab[provider].revoke(PEOPLE[provider]);
      lab.endSessions(PEOPLE[provider]);
    },
    async stop() {
      correspondents.stop();
      await product.stop();
      await Promise.all([lab.stop(), smtp.close(), imap.close()]);
    },
  };
}
