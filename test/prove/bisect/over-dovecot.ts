import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Factor } from "#modules/placement/rules/search/factors.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { startSieveSeeds } from "#test/support/mail/sieve-seeds.ts";
import type { Finding } from "../findings.ts";
import { killableApp } from "../placement/killable-app.ts";
import { randomOf } from "./rules.ts";
import { MAIL, SIGNATURE } from "./verbs.ts";

const PASSWORD = "pw";
const SEEDS_EACH = 2;
const KILLS = 3;
/** Three days, of which the search takes hours. */
const MOST_STEPS = (3 * 24 * 60) / 3;

/** Providers, each with the one trait that it takes for spam. */
const TRAITS: Readonly<Record<string, Factor | null>> = {
  "images.test": "image",
  "words.test": "words",
  "patient.test": null,
};
const SITES = Object.keys(TRAITS);

const SIEVE = `
require ["body", "envelope", "fileinto"];
if anyof (
  allof (envelope :domain "to" "images.test", body :content "text" :contains "cdn.example"),
  allof (envelope :domain "to" "words.test", header :contains "subject" "Cheap")) {
  fileinto "Junk";
}
`;

/**
 * One search from end to end: the product's mail reaches Dovecot by LMTP, a Sieve script junks it by one
 * trait a provider, and the companion finds it by IMAP, while the app is killed. Null where there is no
 * Dovecot with Sieve.
 */
export async function overDovecot({
  seed,
  say,
}: {
  readonly seed: number;
  readonly say: (line: string) => void;
}): Promise<readonly Finding[] | null> {
  const emails = SITES.flatMap((site) =>
    Array.from({ length: SEEDS_EACH }, (_, n) => `seed${n}@${site}`),
  );
  const dovecot = await startSieveSeeds({ emails, password: PASSWORD, sieve: SIEVE });
  if (!dovecot) return null;
  const taken: string[] = [];
  const app = await killableApp({
    senders: ["ann@ours.test"],
    dailyLimit: 400,
    seeds: emails.map((email) => ({ email, port: dovecot.imapPort })),
    async file({ id, to, raw }) {
      taken.push(id);
      await dovecot.deliver(to, raw);
    },
  });
  try {
    const search = await searched(app, seed);
    const right = SITES.filter((site) => {
      const found = search?.providers.find(({ provider }) => provider === site);
      return found?.cause.join() === (TRAITS[site] ?? "");
    });
    say(
      `over Dovecot: ${taken.length} emails, ${app.kills()} kills; ${search?.providers.map(({ provider, answer, cause }) => `${provider} ${answer} ${cause.join()}`).join(", ")}`,
    );
    return [
      {
        what: "providers over Dovecot told right",
        found: right.length,
        must: { be: SITES.length },
      },
      { what: "emails of that search", found: search?.mails ?? 0, must: { most: 64 } },
      {
        what: "emails over Dovecot sent twice",
        found: taken.length - new Set(taken).size,
        must: { be: 0 },
      },
      { what: "kills amid that search", found: app.kills(), must: { least: 1 } },
    ];
  } finally {
    await app.close();
    await dovecot.close();
  }
}

type Found = {
  readonly mails: number;
  readonly providers: readonly {
    readonly provider: string;
    readonly answer: string;
    readonly cause: readonly string[];
  }[];
};

/** Tests the mail, and searches for what is junked; null: it did not end. */
async function searched(
  app: Awaited<ReturnType<typeof killableApp>>,
  seed: number,
): Promise<Found | null> {
  const { t, W, senders } = app;
  const asked = async (path: string, body: object) => {
    const answer = await t.post(`${W}${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json;
  };
  await t.db.update(mailboxes).set({ signatureHtml: SIGNATURE, signatureText: SIGNATURE });
  const { id: campaign } = await asked("/campaigns", { name: "Autumn" });
  const settings = { track_opens: true, track_clicks: true, unsubscribe_footer: true };
  await t.put(`${W}/campaigns/${campaign}`, settings);
  await asked(`/campaigns/${campaign}/steps`, MAIL);
  const { id } = await asked("/placement-tests", { campaign_id: campaign, mailbox_ids: senders });
  for (let minute = 0; minute < 40; minute++) {
    await app.tick();
    t.advance(MINUTE_MS);
  }
  await asked(`/placement-tests/${id}/search`, { providers: SITES });
  app.expose();
  const random = randomOf(seed);
  for (let step = 0; step < MOST_STEPS; step++) {
    const isArmed = app.kills() < KILLS && random() < 0.3;
    await app.tick(isArmed ? Math.floor(random() * 6) : undefined);
    t.advance(3 * MINUTE_MS);
    const [row] = (await t.client.execute("SELECT state FROM placement_searches")).rows;
    if (row?.["state"] === "running") continue;
    return (await t.get(`${W}/placement-tests/${id}`)).json.searches[0];
  }
  return null;
}
