import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { has, type Part } from "#test/support/needs.ts";
import { createTestCertificate } from "./certificate.ts";
import { startDovecot } from "./dovecot.ts";

const PARTS = ["dovecot", "sieve", "openssl"] as const satisfies readonly Part[];

type SieveSeeds = {
  readonly imapPort: number;
  /** Hands a mail over by LMTP; once it lies where the script files it. Throws where Dovecot does not take it. */
  deliver(to: string, raw: Buffer | string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Debian's Dovecot with these mailboxes, which files by a Sieve script what comes by LMTP. Null where
 * it is not installed.
 */
export async function startSieveSeeds(options: {
  readonly emails: readonly string[];
  readonly password: string;
  readonly sieve: string;
}): Promise<SieveSeeds | null> {
  if (!PARTS.every(has)) return null;
  const { emails, password, sieve } = options;
  // Unix sockets want a short path that Dovecot's users may enter.
  const folder = await mkdtemp("/tmp/outrider-seeds-");
  await chmod(folder, 0o755);
  const dovecot = await startDovecot({
    folder: join(folder, "d"),
    users: emails.map((email) => ({ email, password })),
    certificate: createTestCertificate(),
    sieve,
  });
  const lmtp = createTransport({
    host: "127.0.0.1",
    port: dovecot.lmtpPort,
    lmtp: true,
    ignoreTLS: true,
    pool: true,
    maxConnections: 2,
  });
  return {
    imapPort: dovecot.imapPort,
    async deliver(to, raw) {
      await lmtp.sendMail({ envelope: { from: "sender@ours.test", to: [to] }, raw });
    },
    async close() {
      lmtp.close();
      await dovecot.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
