import { isHeld } from "#test/support/rivals/lived.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { play, type Play, type Played } from "./play.ts";

const QUICK = { clients: 2, leads: 60, kills: 4, events: 12 };
const WHOLE = { kills: 5, events: 120 };
/** Twenty clients of each rival, as agencies. */
const AGENCIES = [
  { clients: 12, leads: 500 },
  { clients: 5, leads: 1_000 },
  { clients: 2, leads: 2_000 },
  { clients: 1, leads: 5_000 },
];
/** At lemlist each client has an account of its own. */
const OWN = { clients: 1, kills: 1 };

/**
 * Agencies move in from three rivals, while people answer and leave on both sides and the product is
 * killed. What leaves is held against the rivals' books and what lies in the mailboxes.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const total = { ...NOTHING };
  for (const one of quick ? quickPlays(seed) : wholePlays(seed)) {
    const played = await play(one);
    const counted = countIn(played);
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counted[name];
    say(
      `${one.rival}: ${one.clients} clients of ${one.leads} leads, ${counted.mails} mails, killed ${played.killed} times`,
    );
    for (const problem of new Set(played.problems)) say(`  ${problem}`);
  }
  const share = Math.floor((1_000 * total.threaded) / Math.max(1, total.going)) / 10;
  const none = (what: string, found: number): Finding => ({ what, found, must: { be: 0 } });
  return {
    findings: [
      { what: "mails of steps that were left", found: total.mails, must: { least: 1 } },
      none("repeated", total.repeated),
      none("skipped", total.skipped),
      none("to people who had answered, bounced or opted out", total.silenced),
      { what: "% in the right thread", found: share, must: { least: 99 } },
      none("in a wrong thread", total.strayed),
      none("counts of previews that differ", total.differing),
      none("of one client in another", total.strange),
      none("campaigns and mailboxes with a problem", total.problems),
      { what: "kills", found: total.killed, must: { least: quick ? 9 : 20 } },
    ],
    of: `${total.clients} clients, ${total.leads} leads`,
  };
}

const quickPlays = (seed: number): Play[] => [
  { ...QUICK, rival: "instantly", seed: `instantly ${seed}` },
  { ...QUICK, rival: "smartlead", seed: `smartlead ${seed}` },
  { ...QUICK, clients: 1, rival: "lemlist", seed: `lemlist ${seed}` },
];

const wholePlays = (seed: number): Play[] =>
  AGENCIES.flatMap(({ clients, leads }) => [
    { ...WHOLE, clients, leads, rival: "instantly" as const, seed: `instantly ${leads} ${seed}` },
    { ...WHOLE, clients, leads, rival: "smartlead" as const, seed: `smartlead ${leads} ${seed}` },
    ...Array.from({ length: clients }, (_, n): Play => ({
      ...WHOLE,
      ...OWN,
      leads,
      rival: "lemlist",
      seed: `lemlist ${leads} ${n} ${seed}`,
    })),
  ]);

const NOTHING = {
  clients: 0,
  leads: 0,
  mails: 0,
  repeated: 0,
  skipped: 0,
  silenced: 0,
  going: 0,
  threaded: 0,
  strayed: 0,
  differing: 0,
  strange: 0,
  problems: 0,
  killed: 0,
};

const stepOf = (text: string): number => Number(/\bStep (\d+)\b/.exec(text)?.[1] ?? 1);

export function countIn(played: Played): typeof NOTHING {
  const { account, lived, due, sent, endedAt, books, preview, came } = played;
  const counted = {
    ...NOTHING,
    clients: Math.max(1, account.clients.length),
    leads: account.leads.length,
    mails: sent.length,
    killed: played.killed,
    problems: played.problems.length,
    strange: came.strange,
    differing: (Object.keys(books) as (keyof typeof books)[]).filter(
      (name) => books[name] !== preview[name],
    ).length,
  };
  if (came.leads !== preview.leads) counted.differing++;
  const places = Map.groupBy(due, ({ one }) => one.lead.email);
  const mailsTo = Map.groupBy(sent, ({ mail }) => mail.to[0]?.address ?? "");
  const home = new Map(account.mailboxes.map(({ email, client }) => [email, client]));
  for (const [email, mails] of mailsTo) {
    const own = places.get(email);
    if (!own) {
      counted.repeated += mails.length;
      continue;
    }
    counted.strange += mails.filter(
      ({ mail }) => home.get(mail.from.address) !== own[0]?.one.lead.client,
    ).length;
    const steps = mails.map(({ mail }) => stepOf(mail.text));
    const may = own.flatMap((place) => place.steps);
    for (const step of new Set(steps)) {
      const count = (all: readonly number[]) => all.filter((one) => one === step).length;
      counted.repeated += Math.max(0, count(steps) - count(may));
    }
    const until = Math.max(
      ...own.map(({ one }) =>
        lived.endingOf(one) === null ? Infinity : (endedAt.get(one) ?? -Infinity),
      ),
    );
    counted.silenced += mails.filter(({ at }) => at > until).length;
    for (const [n, { mail }] of mails.entries()) {
      const step = steps[n] ?? 1;
      if (step === 1) continue;
      counted.going++;
      const before = mails.slice(0, n).filter((_, i) => steps[i] === step - 1);
      const wanted = [
        ...before.map((earlier) => earlier.mail.message_id),
        ...own.flatMap(({ thread }) => thread ?? []),
      ];
      const answers = mail.in_reply_to?.split(/\s+/).map((id) => id.replace(/^<|>$/g, "")) ?? [];
      if (answers.some((id) => wanted.includes(id))) counted.threaded++;
      else if (answers.length > 0) counted.strayed++;
    }
  }
  for (const [email, own] of places) {
    // Who ended one of the sequences on the way may have got any part of it.
    if (own.some(({ one }) => endedAt.has(one))) continue;
    const steps = (mailsTo.get(email) ?? []).map(({ mail }) => stepOf(mail.text));
    const must = own.flatMap(({ one, steps: all }) => {
      const held = all.findIndex((step) => isHeld(one, step));
      return held < 0 ? all : all.slice(0, held);
    });
    for (const step of new Set(must)) {
      const count = (all: readonly number[]) => all.filter((one) => one === step).length;
      counted.skipped += Math.max(0, count(must) - count(steps));
    }
  }
  return counted;
}
