import { judgeSources } from "#modules/warmup/rules/placement.ts";
import { chooser } from "#platform/rules/seed.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { exchangeWorld, type Party } from "#test/support/exchange-world.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { ATTACKS } from "./attacks.ts";

/**
 * Two installs that call each other over HTTP on the loopback interface exchange warmup emails for
 * days of a simulated clock; then every attack of a dishonest partner, and liars about placement. The
 * mail servers between them are played.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const days = quick ? 3 : 30;
  const honest = await exchangeDays(days, say);
  let passed = 0;
  for (const [attack, tried] of Object.entries(ATTACKS)) {
    const works = await tried();
    if (works) passed++;
    say(`${works ? "PASSES" : "stopped"}  ${attack}`);
  }
  const weeks = quick ? 2_000 : 20_000;
  const throttled = (honestOnes: number, liars: number, truth: number, lie: number) =>
    throttledPercent({ honest: honestOnes, liars, truth, lie, weeks, seed });
  const findings: Finding[] = [
    { what: "emails to partners", found: honest.sent, must: { least: days * 4 } },
    { what: "of them without a place", found: honest.unplaced, must: { be: 0 } },
    { what: "emails beyond the quota", found: honest.beyond, must: { be: 0 } },
    { what: "emails sent twice", found: honest.twice, must: { be: 0 } },
    { what: "attacks", found: Object.keys(ATTACKS).length, must: { be: 9 } },
    { what: "attacks that pass", found: passed, must: { be: 0 } },
    { what: "% throttled by one liar", found: throttled(0, 1, 0.02, 1), must: { most: 0.1 } },
    { what: "% throttled by one of three", found: throttled(2, 1, 0.02, 1), must: { most: 0.1 } },
    { what: "% throttled by two of four", found: throttled(2, 2, 0.02, 1), must: { most: 0.1 } },
    { what: "% found of truly 30 % spam", found: throttled(3, 0, 0.3, 1), must: { least: 95 } },
    { what: "% found, one hides it", found: throttled(2, 1, 0.3, 0), must: { least: 85 } },
  ];
  return { findings, of: `2 installs, ${days} days, ${weeks} weeks of reports` };
}

/** What the honest side gained and lost. */
async function exchangeDays(days: number, say: (line: string) => void) {
  const world = await exchangeWorld(undefined, true);
  const { a, b } = world;
  await world.start();
  await world.agree();
  const begins = a.t.clock.now;
  for (let day = 0; day < days; day++) {
    await world.play(12 * HOUR_MS, HOUR_MS);
    // The night, but for what partners report.
    for (const one of world.all) one.t.advance(begins + (day + 1) * DAY_MS - one.t.clock.now);
  }
  await world.play(12 * HOUR_MS, HOUR_MS);
  const sum = { sent: 0, unplaced: 0, beyond: 0, twice: 0 };
  for (const [name, one, other] of [
    ["first", a, b],
    ["second", b, a],
  ] as const) {
    const found = await looked(one, other);
    say(
      `the ${name} install gained ${found.sent} deliveries at ${found.partners} addresses of ${found.domains} domains; it lost ${found.received} places in its folders and showed ${one.emails.length} addresses`,
    );
    sum.sent += found.sent;
    sum.unplaced += found.unplaced;
    sum.beyond += found.beyond;
    sum.twice += found.twice;
  }
  return sum;
}

async function looked(one: Party, other: Party) {
  const { id } = await one.exchange();
  const mails = (await one.mails()).filter(({ exchangeId }) => exchangeId === id);
  const sent = mails.filter(({ fromMailboxId, state }) => fromMailboxId !== 0 && state === "sent");
  const old = one.t.clock.now - 6 * HOUR_MS;
  const starters = sent.filter(({ kind }) => kind === "starter");
  const perDay = Map.groupBy(
    starters,
    ({ partnerEmail, sentAt }) => `${partnerEmail} ${Math.floor((sentAt ?? 0) / DAY_MS)}`,
  );
  const left = one.sent.filter(({ mail }) => other.emails.includes(mail.envelope.to[0] ?? ""));
  const partners = new Set(sent.map(({ partnerEmail }) => partnerEmail ?? ""));
  return {
    sent: sent.length,
    received: mails.filter(({ fromMailboxId }) => fromMailboxId === 0).length,
    partners: partners.size,
    domains: new Set([...partners].map((email) => email.split("@")[1])).size,
    unplaced: sent.filter(({ placedAt, sentAt }) => placedAt === null && (sentAt ?? 0) < old)
      .length,
    beyond: [...perDay.values()].filter((list) => list.length > 5).length,
    twice: left.length - new Set(left.map(({ mail }) => mail.message_id)).size,
  };
}

/** 40 mails a week within the workspace, 25 to each exchange: how often the mailbox is slowed down. */
function throttledPercent(of: {
  honest: number;
  liars: number;
  truth: number;
  lie: number;
  weeks: number;
  seed: number;
}): number {
  const pick = chooser(`exchange:${of.seed}:${of.honest}:${of.liars}:${of.truth}:${of.lie}`);
  const drawn = (n: number, share: number) => {
    const spam = Array.from({ length: n }, () => pick(1_000) < share * 1_000).filter(
      Boolean,
    ).length;
    return { inbox: n - spam, spam };
  };
  let slowed = 0;
  for (let week = 0; week < of.weeks; week++) {
    const partners = [
      ...Array.from({ length: of.honest }, () => drawn(25, of.truth)),
      ...Array.from({ length: of.liars }, () => drawn(25, of.lie)),
    ];
    const state = judgeSources("warming", drawn(40, of.truth), partners, "warming");
    if (state !== "warming") slowed++;
  }
  return Math.round((slowed / of.weeks) * 1_000) / 10;
}
