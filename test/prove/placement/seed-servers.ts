import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import { createTestCertificate } from "#test/support/mail/certificate.ts";
import { startDovecot } from "#test/support/mail/dovecot.ts";
import type { FolderNames } from "#test/support/mail/imap/store.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";

/** Where a provider files a mail. */
export type Fate = "inbox" | "spam" | "other" | "missing";
export const FATES: readonly Fate[] = ["inbox", "spam", "other", "missing"];

/** A provider with seeds: one for each fate. */
export type SeedServer = {
  readonly site: string;
  readonly port: number;
  /** Files a mail of this seed, into a tab of its inbox as well where it has tabs. */
  readonly file: (email: string, fate: Fate, raw: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const PASSWORD = "pw";
export const emailsOf = (site: string): string[] => FATES.map((fate) => `${fate}@${site}`);

/** Folders of a provider, and which of them is what. */
type Layout = {
  readonly site: string;
  readonly folders: FolderNames;
  readonly spam: string;
  readonly other: string;
  readonly hasTabs?: true;
};

/** Marked and renamed spam folders, and those of other languages that are only known by their names. */
const LAYOUTS: readonly Layout[] = [
  {
    site: "marked.test",
    folders: { INBOX: null, Junk: "\\Junk", Lists: null },
    spam: "Junk",
    other: "Lists",
  },
  {
    site: "renamed.test",
    folders: { INBOX: null, Werbung: "\\Junk", Junk: null },
    spam: "Werbung",
    other: "Junk",
  },
  {
    site: "french.test",
    folders: { INBOX: null, "Courrier ind&AOk-sirable": null, "Archives/2026": null },
    spam: "Courrier ind&AOk-sirable",
    other: "Archives/2026",
  },
  {
    site: "chinese.test",
    folders: { INBOX: null, "&V4NXPpCuTvY-": null, News: null },
    spam: "&V4NXPpCuTvY-",
    other: "News",
  },
  {
    site: "tabs.test",
    folders: { INBOX: null, "[Gmail]/Spam": "\\Junk", "[Gmail]/All Mail": "\\All" },
    spam: "[Gmail]/Spam",
    other: "[Gmail]/All Mail",
    hasTabs: true,
  },
];

/** Five providers in memory. */
export const startSeedServers = (): Promise<SeedServer[]> => Promise.all(LAYOUTS.map(inMemory));

async function inMemory({ site, folders, spam, other, hasTabs }: Layout): Promise<SeedServer> {
  const imap = createImapServer(hasTabs ? { tabOf: () => "promotions" } : {});
  for (const email of emailsOf(site)) imap.addUser(email, PASSWORD, folders);
  const port = await imap.listen();
  const folderOf = { inbox: "INBOX", spam, other, missing: null } as const;
  return {
    site,
    port,
    async file(email, fate, raw) {
      const folder = folderOf[fate];
      if (folder !== null) imap.append(email, folder, raw);
    },
    close: () => imap.close(),
  };
}

/** Debian's Dovecot as one more provider; null where it is not installed. */
export async function startDovecotSeeds(): Promise<SeedServer | null> {
  if (!existsSync("/usr/sbin/dovecot")) return null;
  const site = "dovecot.test";
  const folder = await mkdtemp("/tmp/op-");
  const users = emailsOf(site).map((email) => ({ email, password: PASSWORD }));
  const certificate = createTestCertificate();
  const daemon = await startDovecot({ folder: join(folder, "d"), users, certificate });
  const folderOf = { inbox: "INBOX", spam: "Junk", other: "Lists", missing: null } as const;
  return {
    site,
    port: daemon.imapPort,
    async file(email, fate, raw) {
      const name = folderOf[fate];
      if (name === null) return;
      const client = new ImapFlow({
        host: "127.0.0.1",
        port: daemon.imapPort,
        secure: false,
        doSTARTTLS: false,
        auth: { user: email, pass: PASSWORD },
        logger: false,
      });
      await client.connect();
      if (name === "Lists") await client.mailboxCreate(name);
      await client.append(name, raw);
      await client.logout();
    },
    async close() {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
