import type { FolderNames } from "#test/support/mail/imap/store.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { startSieveSeeds } from "#test/support/mail/sieve-seeds.ts";

/** Where a provider files a mail. */
export type Fate = "inbox" | "spam" | "other" | "missing";
export const FATES: readonly Fate[] = ["inbox", "spam", "other", "missing"];

/** A provider with seeds: one for each fate. */
export type SeedServer = {
  readonly site: string;
  readonly port: number;
  /** Where it files a mail of a seed that is named by its fate. */
  readonly fateOf: (seed: Fate, from: string) => Fate;
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
    fateOf: (seed) => seed,
    async file(email, fate, raw) {
      const folder = folderOf[fate];
      if (folder !== null) imap.append(email, folder, raw);
    },
    close: () => imap.close(),
  };
}

/** Takes all mail of one sender for spam, whoever gets it. */
const TRAIT_SITE = "trait.test";

/** Files by the name of the seed, or by who sent the mail. */
const filingOf = (junkedSender: string): string => `
require ["envelope", "fileinto", "mailbox"];
if envelope :localpart "to" "missing" { discard; stop; }
if anyof (envelope :localpart "to" "spam",
    allof (envelope :domain "to" "${TRAIT_SITE}", address "from" "${junkedSender}")) {
  fileinto "Junk"; stop;
}
if envelope :localpart "to" "other" { fileinto :create "Promotions"; stop; }
`;

/**
 * Debian's Dovecot as two more providers, whose mail comes by LMTP and is filed by a Sieve script: by the
 * name of the seed, and by one sender whose mail is spam. None where it is not installed.
 */
export async function startDovecotSeeds(junkedSender: string): Promise<SeedServer[]> {
  const sites = ["dovecot.test", TRAIT_SITE];
  const seeds = await startSieveSeeds({
    emails: sites.flatMap(emailsOf),
    password: PASSWORD,
    sieve: filingOf(junkedSender),
  });
  if (!seeds) return [];
  return sites.map((site, at) => ({
    site,
    port: seeds.imapPort,
    fateOf: (seed, from) =>
      site === TRAIT_SITE && from === junkedSender && seed !== "missing" ? "spam" : seed,
    file: (email, _, raw) => seeds.deliver(email, raw),
    close: async () => (at === 0 ? seeds.close() : undefined),
  }));
}
