import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Part } from "#test/support/needs.ts";
import { createTestCertificate } from "./certificate.ts";
import { startDovecot } from "./dovecot.ts";
import { startPostfix } from "./postfix.ts";
import type { MailWorld, MailWorldOptions } from "./sandbox.ts";
import { startSmtpServer } from "./smtp-server.ts";

/** What `startRealMail` leans on. */
export const REAL_MAIL_PARTS = ["dovecot", "postfix", "openssl"] as const satisfies readonly Part[];

/**
 * The mail world by Debian's servers: senders submit to Postfix (STARTTLS, log-in by Dovecot), which
 * passes mail on to a sink that plays the recipients' servers; refusals come back as delivery
 * reports through LMTP into the senders' folders, which Dovecot serves.
 */
export async function startRealMail(options: MailWorldOptions): Promise<MailWorld> {
  // Unix sockets and Postfix's log want a short path that its own users may enter.
  const folder = await mkdtemp("/tmp/outrider-mail-");
  await chmod(folder, 0o755);
  const certificate = createTestCertificate();
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const server of started.reverse()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const sink = await startSmtpServer(options);
    started.push({ stop: () => sink.close() });
    const dovecot = await startDovecot({
      folder: join(folder, "dovecot"),
      users: options.senders,
      certificate,
      relayPort: sink.port,
      tokenInfo: options.tokenInfo,
    });
    started.push(dovecot);
    const postfix = await startPostfix({
      folder: join(folder, "postfix"),
      domains: [
        ...new Set(options.senders.map(({ email }) => email.slice(email.indexOf("@") + 1))),
      ],
      lmtpPort: dovecot.lmtpPort,
      saslSocket: dovecot.saslSocket,
      sinkPort: sink.port,
      certificate,
    });
    started.push(postfix);
    const incoming = createTransport({ host: "127.0.0.1", port: postfix.mxPort, ignoreTLS: true });
    return {
      access: {
        smtp_host: "localhost",
        smtp_port: postfix.submissionPort,
        smtp_security: "starttls",
        imap_host: "localhost",
        imap_port: dovecot.imapPort,
        imap_security: "starttls",
      },
      environment: { NODE_EXTRA_CA_CERTS: certificate.ca },
      async deliverTo(sender, raw) {
        const from = "postmaster@recipients.example";
        await incoming.sendMail({ envelope: { from, to: [sender] }, raw: Buffer.from(raw) });
      },
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
