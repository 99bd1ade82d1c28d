import {
  effective,
  type Factor,
  type Factors,
  FACTORS,
} from "#modules/placement/rules/search/factors.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { placementWorld } from "#test/support/placement-world.ts";
import { drawKind, drawRule, type HiddenRule, randomOf } from "./rules.ts";
import { tallyOf } from "./tally.ts";

const SITES = ["one.test", "two.test", "three.test", "four.test"];
const SEEDS_EACH = 2;
/** Many days, at a quarter of the sender's limit. */
const MOST_STEPS = 20_000;

/** A mail with every factor that a search tells apart. */
export const MAIL = {
  subject: "Cheap loans for you",
  body_html:
    '<p>Hi Ann,</p><p>Buy <a href="https://pills.example/now">here</a> cheap.</p><img src="https://cdn.example/a.png" alt=""><p>{{ signature }}</p>',
};

export const SIGNATURE = "Sales of the year";

/** What a provider sees of a mail, from its text alone. */
export function seenOf({
  subject,
  html,
  text,
}: Pick<OutgoingMail, "subject" | "html" | "text">): Factors {
  const all = `${html ?? ""}\n${text}`;
  const has: Readonly<Record<Factor, boolean>> = {
    links: /pills\.example|\/link\//.test(all),
    pixel: /pixel\.png|logo\.png/.test(html ?? ""),
    words: subject.startsWith("Cheap"),
    signature: all.includes(SIGNATURE),
    html: html !== null,
    image: all.includes("cdn.example"),
    greeting: all.includes("Hi Ann"),
    footer: all.includes("rather not hear"),
    tracking_domain: /\/t\//.test(html ?? ""),
  };
  return FACTORS.reduce((set, factor, at) => set | (has[factor] ? 1 << at : 0), 0);
}

/** Searches through the routes, ledger, gate, journal and looks of the product, one world each. */
export async function byVerbs(options: {
  readonly experiments: number;
  readonly seed: number;
  readonly noise: number;
  readonly say: (line: string) => void;
}) {
  const random = randomOf(options.seed + 1);
  const tally = tallyOf();
  let [twice, endless, accused] = [0, 0, 0];
  for (let at = 0; at < options.experiments; at++) {
    const rules = new Map(SITES.map((site) => [site, drawRule(drawKind(random), random)]));
    const done = await experiment(rules, () => random() < options.noise);
    twice += done.twice;
    if (!done.search) {
      endless++;
      continue;
    }
    for (const one of done.search.providers) {
      const rule = rules.get(one.provider);
      if (!rule) continue;
      const cause = FACTORS.reduce(
        (set, name, bit) => set | (one.cause.includes(name) ? 1 << bit : 0),
        0,
      );
      if ((cause & ~rule.members) !== 0) accused++;
      tally.add(rule, done.whole, { answer: one.answer, cause });
    }
    tally.spend(done.search.mails);
  }
  const figures = tally.figures();
  options.say(
    `by the routes: ${figures.named}% of causes named, ${figures.median} emails in the middle`,
  );
  return { ...figures, twice, endless, accused };
}

async function experiment(rules: ReadonlyMap<string, HiddenRule>, isOdd: () => boolean) {
  const seeds = SITES.flatMap((site) =>
    Array.from({ length: SEEDS_EACH }, (_, n) => `seed${n}@${site}`),
  );
  const w = await placementWorld({ dailyLimit: 400 }, { emails: ["ann@ours.test", ...seeds] });
  await w.t.db.update(mailboxes).set({ signatureHtml: SIGNATURE, signatureText: SIGNATURE });
  for (const id of w.ids.slice(1)) await w.seed(id);
  const campaign = await w.campaign({ ...MAIL }, { unsubscribe_footer: true });
  const fates = new Map<string, boolean>();
  w.junks = (mail) => {
    const site = mail.to[0]?.address.split("@")[1] ?? "";
    const fate =
      fates.get(mail.message_id) ??
      (rules.get(site)?.junks(effective(seenOf(mail))) === true) !== isOdd();
    fates.set(mail.message_id, fate);
    return fate;
  };
  const started = await w.t.post(`${w.W}/placement-tests`, {
    campaign_id: campaign,
    mailbox_ids: [w.ids[0]],
  });
  if (started.status !== 201) throw new Error(started.text);
  await w.play(40 * MINUTE_MS);
  const search = await w.t.post(`${w.W}/placement-tests/${started.json.id}/search`, {
    providers: SITES,
  });
  if (search.status !== 201) throw new Error(search.text);
  const whole = w.sent[0] ? seenOf(w.sent[0]) : 0;
  const twice = () => w.sent.length - new Set(w.sent.map(({ message_id }) => message_id)).size;
  for (let step = 0; step < MOST_STEPS; step += 60) {
    await w.play(60 * MINUTE_MS, 3 * MINUTE_MS);
    const [row] = (await w.t.client.execute("SELECT state FROM placement_searches")).rows;
    if (row?.["state"] === "running") continue;
    const read = await w.again(() => w.t.get(`${w.W}/placement-tests/${started.json.id}`));
    const result = { search: read.json.searches[0], whole, twice: twice() };
    w.t.close();
    return result;
  }
  w.t.close();
  return { search: null, whole, twice: twice() };
}
