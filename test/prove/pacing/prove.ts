import { sql } from "drizzle-orm";
import { paces } from "#modules/campaigns/schema/pacing.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { readPacing } from "#modules/campaigns/pacing/read-pacing.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";

/** Recipients of a big provider that storms, of another, and of one that nobody has heard of. */
const GROUPS = {
  google: "google",
  microsoft: "microsoft365",
  other: "mx.small-host.test",
} as const;
type Group = keyof typeof GROUPS;
const STEP_MS = 5 * MINUTE_MS;
const DAYS = 8;

type Span = { readonly from: number; readonly until: number };

/**
 * A storm of `421` of one group of recipients: it waits and recovers, the others lose nothing and no
 * time; and a new domain grows as its settings say.
 */
export async function prove({ quick, say }: ProofOptions): Promise<Proven> {
  const each = quick ? 150 : 250;
  const hours = quick ? 10 : 20;
  const storm: Span = { from: 20 * HOUR_MS, until: (20 + hours) * HOUR_MS };
  const calm = await play(each, null);
  const stormy = await play(each, storm);
  const others = (["microsoft", "other"] as const).map((group) => ({
    lost: each - stormy.sent[group].length,
    later: minutes(last(stormy.sent[group]) - last(calm.sent[group])),
  }));
  say(
    `the storm: ${hours} h, ${stormy.refused} refusals in ${stormy.rounds} rounds; the last mail of its group ` +
      `${minutes(last(stormy.sent.google) - storm.until) / 60} h behind its end`,
  );
  const grown = await grow();
  say(`a new domain to one provider, by day: ${grown.join(", ")}`);
  const findings: Finding[] = [
    { what: "mails of other groups lost", found: sum(others.map((o) => o.lost)), must: { be: 0 } },
    {
      what: "minutes that others lost",
      found: Math.max(0, ...others.map((o) => o.later)),
      must: { most: STEP_MS / MINUTE_MS },
    },
    { what: "mails of its group lost", found: each - stormy.sent.google.length, must: { be: 0 } },
    { what: "mails sent twice", found: stormy.twice, must: { be: 0 } },
    { what: "tries counted for its mails", found: stormy.counted, must: { most: each } },
    {
      what: "hours until it sends again",
      found: hoursOf(first(stormy.sent.google, storm.until) - storm.until),
      must: { most: 24 },
    },
    {
      what: "hours until nothing slows it",
      found: hoursOf(stormy.freeAt - storm.until),
      must: { most: 48 },
    },
    { what: "refusals an hour", found: round(stormy.rounds / hours), must: { most: 4 } },
    {
      what: "days of a new domain that are not 20, 24, 28, 34",
      found: [20, 24, 28, 34].filter((n, i) => grown[i] !== n).length,
      must: { be: 0 },
    },
  ];
  return { findings, of: `${3 * each} leads at three providers, a storm of ${hours} hours` };
}

/** Plays eight days; while the storm lasts, its group is refused whatever is tried. */
async function play(each: number, storm: Span | null) {
  const world = await open(each, 60);
  const { t, run, intend, settle, groupOf } = world;
  const start = t.clock.now;
  const sent: Record<Group, number[]> = { google: [], microsoft: [], other: [] };
  const seen = new Set<string>();
  let [refused, rounds, twice] = [0, 0, 0];
  let freeAt = Infinity;
  for (let at = 0; at < DAYS * DAY_MS; at += STEP_MS) {
    t.clock.now = later(start, at);
    const mails = await run();
    await intend(mails);
    const isStorm = storm !== null && at >= storm.from && at < storm.until;
    const away = mails.filter((mail) => isStorm && groupOf(mail.to[0]?.address) === "google");
    const taken = mails.filter((mail) => !away.includes(mail));
    if (away.length > 0) {
      rounds++;
      refused += away.length;
      await settle(away, {
        ending: "reply",
        phase: "rcpt",
        code: 421,
        enhanced: "4.7.28",
        response: "4.7.28 Our system has detected an unusual rate of unsolicited mail",
      });
    }
    if (taken.length > 0) await settle(taken);
    for (const mail of taken) {
      const group = groupOf(mail.to[0]?.address);
      if (seen.has(mail.message_id)) twice++;
      seen.add(mail.message_id);
      sent[group].push(at);
    }
    if (storm !== null && at >= storm.until && freeAt === Infinity) {
      const { data } = await readPacing(world.ctx, {});
      const google = data.find(({ recipients }) => recipients === "google");
      if (google?.status === "open") freeAt = at;
    }
  }
  const rows = await t.db.select().from(sends);
  const counted = sum(
    rows.filter((row) => groupOf(row.toEmail) === "google").map((row) => row.attempts),
  );
  t.close();
  return { sent, refused, rounds, twice, freeAt, counted };
}

/** What a new domain sends to one provider on its first days, with more leads than it may write to. */
async function grow(): Promise<number[]> {
  const { t, run, deliver } = await open(60, 0);
  const start = t.clock.now;
  for (let at = 0; at < 4 * DAY_MS; at += 30 * MINUTE_MS) {
    t.clock.now = later(start, at);
    await deliver(await run());
  }
  const rows = await t.db.all<{ day: string; used: number }>(sql`
    SELECT day, used FROM daily_usage WHERE scope = 'pace' AND key = 'ours.test/google' ORDER BY day`);
  const begun = await t.db.select().from(paces);
  if (begun.length === 0) throw new Error(`nothing was paced on ${utcDay(start)}`);
  t.close();
  return rows.map(({ used }) => used);
}

/** A campaign over three mailboxes of a domain of that age, with leads at each provider. */
async function open(each: number, ageDays: number) {
  const played = await companionPlay();
  const { t, wid } = played;
  t.clock.now = later(t.clock.now, -12 * HOUR_MS);
  const groups = Object.keys(GROUPS) as Group[];
  // Two of three leads are at the provider that storms or grows, so that both are at their limits.
  const emails = Array.from({ length: each }, (_, i) =>
    groups.map((group) => `lead${i}@${group}${i}.test`),
  ).flat();
  const more =
    ageDays === 0 ? Array.from({ length: 3 * each }, (_, i) => `more${i}@google9${i}.test`) : [];
  await seedOutreach(t, wid, {
    leads: [...emails, ...more],
    steps: [{ subject: "Hello", bodyText: "Hi" }],
    mailboxes: [1, 2, 3].map(() => ({
      dailyLimit: 1_000,
      minGapSeconds: ageDays === 0 ? 300 : 1_800,
      createdAt: later(t.clock.now, -ageDays * DAY_MS),
    })),
  });
  const groupOf = (email: string | undefined): Group =>
    groups.find((group) => email?.includes(`@${group}`)) ?? "other";
  for (const { id, email } of await t.db.select({ id: leads.id, email: leads.email }).from(leads)) {
    const known = GROUPS[groupOf(email)];
    const mx = known.includes(".")
      ? { state: "mx", hosts: [known], provider: null }
      : { state: "mx", hosts: [], provider: known };
    await t.db.run(sql`UPDATE leads SET validation = ${JSON.stringify({ mx })} WHERE id = ${id}`);
  }
  return { ...played, groupOf, ctx: inWorkspace(t.deps, wid as WorkspaceId) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const last = (times: readonly number[]): number => Math.max(0, ...times);
const first = (times: readonly number[], from: number): number =>
  Math.min(...times.filter((at) => at >= from));
const minutes = (ms: number): number => Math.round(ms / MINUTE_MS);
const hoursOf = (ms: number): number => round(ms / HOUR_MS);
const round = (n: number): number => Math.round(n * 10) / 10;
