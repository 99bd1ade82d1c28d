import { MAILBOXES_PER_SWEEP } from "#modules/inbox/sync/sync-due.ts";
import { MAILS_PER_JOB } from "#modules/delivery/engine/claim.ts";
import { SLICE_MS } from "#modules/leads/validation-jobs/run-slice.ts";
import { nextSyncMs } from "#modules/mailboxes/rules/sync-interval.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { randomFrom } from "#test/demo/random.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { type Bill, billFor, type Used } from "./bill.ts";
import { playHour } from "./busiest-hour.ts";
import { places, type Size } from "./demand.ts";
import { ASSUMED, LIMITS } from "./limits.ts";
import { playMonth, type Ways } from "./month.ts";
import { calendars } from "./openings.ts";
import {
  type Layout,
  type Played,
  quantitiesOf,
  type Quantity,
  shareOf,
  usedIn,
} from "./quantities.ts";
import { queueSettings } from "./queue-settings.ts";

/** An install to simulate. */
export type Asked = Size & {
  readonly layout: Layout;
  /** As the setting of that name. */
  readonly readSeconds: number;
  readonly seed: number;
  /** Plays one of so many workspaces, and counts it as often. */
  readonly oneOf?: number;
  /** Minutes of the busiest hour that are played. */
  readonly minutes?: number;
};

export type Simulated = {
  readonly asked: Asked;
  readonly mails: number;
  readonly quantities: readonly Quantity[];
  readonly used: Used;
  readonly bill: Bill;
};

/** 500 emails a month for each of ten mailboxes of a workspace. */
export const sizeOf = (workspaces: number): Size => ({
  workspaces,
  mailboxes: workspaces * 10,
  mailsAMonth: workspaces * 5_000,
});

/** Plays a month of an install, and the busiest hour of it second by second. */
export function simulate(asked: Asked): Simulated {
  const random = randomFrom(asked.seed);
  const { oneOf: weight = 1 } = asked;
  const size: Size = {
    workspaces: Math.ceil(asked.workspaces / weight),
    mailboxes: asked.mailboxes / weight,
    mailsAMonth: asked.mailsAMonth / weight,
  };
  const ways = waysOf(asked.readSeconds);
  const settings = queueSettings();
  const month = playMonth(places(size, calendars(), random), ways, random, weight);
  const hour = playHour(month, settings, ways.turnMs, random, asked.minutes);
  const played: Played = { month, hour, settings, ways, layout: asked.layout, weight };
  const used = usedIn(played);
  return {
    asked,
    mails: month.sends.reduce((sum, n) => sum + n, 0),
    quantities: quantitiesOf(played),
    used,
    bill: billFor(used),
  };
}

/** By the product's own rules and constants. */
function waysOf(readSeconds: number): Ways {
  const now = unixMs(10 * MINUTE_MS);
  const every = { tickSeconds: MINUTE_MS / SECOND_MS, quietSeconds: readSeconds };
  return {
    mailsAHandover: MAILS_PER_JOB,
    readsATick: MAILBOXES_PER_SWEEP,
    readBusyMs: nextSyncMs({ lastSentAt: now, found: false }, now, every),
    readQuietMs: nextSyncMs({ lastSentAt: null, found: false }, now, every),
    leadsATurn: ASSUMED.leadsATurn,
    turnMs: SLICE_MS,
  };
}

/** How often quiet mailboxes are read, by the number of workspaces: the sizing page says the same. */
export const readSecondsFor = (workspaces: number): number => (workspaces > 10 ? 300 : 60);

/**
 * A month of installs of 10 to 10,000 workspaces on Cloudflare, each workspace in an object of its own:
 * every quantity that the platform limits, at its worst moment, against that limit.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const findings: Finding[] = [];
  let largest = "";
  for (const workspaces of [10, 100, 1_000, 10_000]) {
    const one = simulate({
      ...sizeOf(workspaces),
      layout: "objects",
      readSeconds: readSecondsFor(workspaces),
      seed,
      oneOf: quick ? Math.max(1, workspaces / 500) : 1,
    });
    tell(one, say);
    const first = worstOf(one);
    const of = `${workspaces} workspaces`;
    findings.push(
      {
        what: `limits broken by ${of}`,
        found: brokenIn(one).length,
        must: { be: 0 },
      },
      {
        what: `percent of the limit that gives first at ${of} (${first.what})`,
        found: Math.round(shareOf(first) * 100),
        must: { most: 100 },
      },
    );
    largest = `${of}, ${workspaces * 10} mailboxes, ${Math.round(one.mails / 1e5) / 10} M emails a month`;
  }
  return { findings, of: largest };
}

/** What is above its limit. */
export const brokenIn = ({ quantities }: Simulated): readonly Quantity[] =>
  quantities.filter((quantity) => shareOf(quantity) > 1);

/** What is nearest to its limit, of what grows with the install. */
const worstOf = ({ quantities }: Simulated): Quantity =>
  quantities
    .filter(({ isFixed }) => !isFixed)
    .reduce((worst, one) => (shareOf(one) > shareOf(worst) ? one : worst));

function tell(one: Simulated, say: (line: string) => void): void {
  const { asked, mails, quantities, bill } = one;
  say(
    `\n${asked.workspaces} workspaces, ${asked.mailboxes} mailboxes, ${(mails / 1e6).toFixed(2)} M emails a month, quiet mailboxes read every ${asked.readSeconds} s`,
  );
  const width = Math.max(...quantities.map(({ what }) => what.length));
  const cell = (value: string): string => value.padStart(11);
  say(
    `${"".padEnd(width)}${["p50", "p99", "peak", "limit", "share"].map(cell).join("")}  limit by`,
  );
  for (const quantity of quantities) {
    const { what, p50, p99, peak, limit } = quantity;
    const { most, source } = LIMITS[limit];
    const cells = [p50, p99, peak, most].map((n) => cell(short(n)));
    say(
      `${what.padEnd(width)}${cells.join("")}${cell(`${(shareOf(quantity) * 100).toFixed(1)} %`)}  ${source}`,
    );
  }
  const { rowsWritten, queueOperations, objectRequests } = one.used;
  say(
    `a month: ${short(rowsWritten)} rows written, ${short(queueOperations)} operations of queues, ${short(objectRequests)} requests to objects, alarms with them`,
  );
  const dollars = Object.entries(bill).map(([line, amount]) => `${line} $${amount.toFixed(0)}`);
  say(`a month: ${dollars.join(", ")}`);
  say(`gives first: ${worstOf(one).what}`);
}

const short = (n: number): string =>
  n >= 1e9
    ? `${(n / 1e9).toFixed(2)} G`
    : n >= 1e6
      ? `${(n / 1e6).toFixed(1)} M`
      : n >= 1_000
        ? `${(n / 1_000).toFixed(1)} k`
        : n >= 10
          ? n.toFixed(0)
          : n.toFixed(2);
