import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import type { Part } from "#test/support/needs.ts";
import { createTestCertificate } from "./certificate.ts";
import { startDovecot } from "./dovecot.ts";
import { type AcceptedMail, startSmtpServer } from "./smtp-server.ts";

/** What `startPoolWorld` leans on. */
export const POOL_WORLD_PARTS = ["dovecot", "openssl"] as const satisfies readonly Part[];

/** A mail as it lies in a folder. */
export type LyingMail = {
  readonly messageId: string;
  readonly flags: readonly string[];
  readonly subject: string;
};

/**
 * Mailboxes that write to each other: one SMTP server takes their mail and hands it to Dovecot by
 * LMTP, or puts it into the recipient's spam folder where `isSpam` says so.
 */
export async function startPoolWorld(options: {
  readonly emails: readonly string[];
  readonly password: string;
  readonly isSpam: (mail: AcceptedMail) => boolean;
}) {
  // Unix sockets want a short path that Dovecot's users may enter.
  const folder = await mkdtemp("/tmp/outrider-pool-");
  await chmod(folder, 0o755);
  const { emails, password } = options;
  const dovecot = await startDovecot({
    folder: join(folder, "dovecot"),
    users: emails.map((email) => ({ email, password })),
    certificate: createTestCertificate(),
  });
  const lmtp = createTransport({
    host: "127.0.0.1",
    port: dovecot.lmtpPort,
    lmtp: true,
    ignoreTLS: true,
    pool: true,
    maxConnections: 2,
  });
  const accepted: AcceptedMail[] = [];
  const junked: string[] = [];
  const clients = new Map<string, ImapFlow>();
  const under: Promise<unknown>[] = [];

  async function clientOf(email: string): Promise<ImapFlow> {
    const known = clients.get(email);
    if (known?.usable) return known;
    const client = new ImapFlow({
      host: "127.0.0.1",
      port: dovecot.imapPort,
      secure: false,
      doSTARTTLS: false,
      auth: { user: email, pass: password },
      logger: false,
      disableAutoIdle: true,
    });
    client.on("error", () => {});
    await client.connect();
    clients.set(email, client);
    return client;
  }

  async function put(email: string, box: string, raw: string | Buffer): Promise<void> {
    const client = await clientOf(email);
    if (!(await client.append(box, raw))) throw new Error("the append was refused");
  }

  async function deliver(mail: AcceptedMail): Promise<void> {
    const [to = ""] = mail.to;
    if (options.isSpam(mail)) {
      junked.push(mail.email.messageId ?? "");
      await put(to, "Junk", mail.raw);
    } else await lmtp.sendMail({ envelope: { from: mail.from, to: [to] }, raw: mail.raw });
  }

  const smtp = await startSmtpServer({
    authenticate: (user, given) => emails.includes(user) && given === password,
    refuses: (recipient) => !emails.includes(recipient),
    onAccepted: (mail) => {
      accepted.push(mail);
      under.push(deliver(mail));
    },
    onRefused: () => {},
  });

  return {
    smtpPort: smtp.port,
    imapPort: dovecot.imapPort,
    accepted,
    /** Message-IDs, with angle brackets, that went to a spam folder. */
    junked,
    /** Resolves when all that was accepted lies in its folder. */
    delivered: async () => void (await Promise.all(under.splice(0))),
    put,
    async folder(email: string, box: string): Promise<LyingMail[]> {
      const client = await clientOf(email);
      const exists = (await client.list()).some(({ path }) => path === box);
      if (!exists) return [];
      const opened = await client.mailboxOpen(box, { readOnly: true });
      if (opened.exists === 0) return [];
      const mails = await client.fetchAll("1:*", { flags: true, envelope: true });
      return mails.map(({ flags, envelope }) => ({
        messageId: envelope?.messageId ?? "",
        flags: [...(flags ?? [])],
        subject: envelope?.subject ?? "",
      }));
    },
    async stop() {
      for (const client of clients.values()) client.close();
      lmtp.close();
      await smtp.close();
      await dovecot.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type PoolWorld = Awaited<ReturnType<typeof startPoolWorld>>;
