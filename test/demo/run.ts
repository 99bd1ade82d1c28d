import { setTimeout as wait } from "node:timers/promises";
import { createApi } from "./api.ts";
import { compare, type Outcome } from "./compare.ts";
import { readCounted, readLeftOut } from "./counted.ts";
import { createLeadsFile } from "./leads-csv.ts";
import { runCampaign } from "./operator.ts";
import { castPeople, expectedOf } from "./people.ts";
import type { Progress } from "./progress.ts";
import { differs, type Row } from "./report.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export type DemoOptions = Pick<WorldOptions, "host" | "mail"> & {
  /** Rows of the uploaded file. */
  readonly leads: number;
  readonly seed: number;
  readonly progress: Progress;
};

export type DemoResult = {
  readonly rows: readonly Row[];
  /** What people and the webhook subscriber complained about. */
  readonly problems: readonly string[];
  /** What the product logged, warnings and worse. */
  readonly log: readonly string[];
};

/** After the last mail everything counted must arrive within this time. */
const SETTLE_MS = 45_000;
/** Equal figures must stay so for this long: what is counted twice comes late. */
const STEADY_MS = 3_000;
const CHECK_MS = 500;

/** Plays the whole story: sign-up, campaign, recipients, and the reckoning. */
export async function runDemo({
  host,
  mail,
  leads: rows,
  seed,
  progress,
}: DemoOptions): Promise<DemoResult> {
  const leads = createLeadsFile(rows, seed);
  const people = castPeople(leads.leads, seed);
  const expected = expectedOf(people);
  const world = await openWorld({ host, mail, people, onDelivery: () => {} });
  try {
    progress.say(`the product runs on ${host} at ${world.product.url}, mail by the ${mail}`);
    const api = createApi(world.product.url);
    const { receiver, recipients } = world;
    const operation = await runCampaign(api, {
      access: world.mail.access,
      leads,
      receiver,
      say: (line) => progress.say(line),
    });
    const reckon = async () => {
      const counted = await readCounted(api, operation);
      return compare({ leads, people, expected, operation, counted, recipients, receiver });
    };
    const timeout = 120_000 + people.length * 500;
    await completed(world, expected, timeout, progress);
    const result = await settled(world, reckon, () => progress.show(stateOf(world, expected)));
    const leftOut = await readLeftOut(api, operation);
    return {
      rows: result,
      problems: [...recipients.problems, ...receiver.faults, ...leftOut],
      log: [...world.product.lines],
    };
  } finally {
    progress.end();
    await world.stop();
  }
}

/** Waits for the event that the campaign is complete, or for time to run out. */
async function completed(
  world: World,
  expected: Outcome["expected"],
  timeout: number,
  progress: Progress,
): Promise<void> {
  const deadline = Date.now() + timeout;
  while (world.receiver.count("campaign.completed") === 0 && Date.now() < deadline) {
    progress.show(stateOf(world, expected));
    await wait(CHECK_MS);
  }
  const done = world.receiver.count("campaign.completed") > 0;
  progress.say(done ? "the campaign is complete" : "the campaign did not complete in time");
}

/** Reads the figures until they are as expected and stay so, or until the time for that is over. */
async function settled(
  world: World,
  reckon: () => Promise<Row[]>,
  show: () => void,
): Promise<Row[]> {
  const deadline = Date.now() + SETTLE_MS;
  let equalSince: number | null = null;
  for (;;) {
    const rows = await reckon();
    const equal = world.recipients.pending() === 0 && !rows.some(differs);
    equalSince = equal ? (equalSince ?? Date.now()) : null;
    if (equalSince !== null && Date.now() - equalSince >= STEADY_MS) return rows;
    if (Date.now() > deadline) return rows;
    show();
    await wait(CHECK_MS);
  }
}

function stateOf({ recipients, receiver }: World, expected: Outcome["expected"]): string {
  const step = (number: number) => recipients.mails.filter((one) => one.step === number).length;
  return [
    `step 1 ${step(1)}/${expected.deliveredFirst}`,
    `step 2 ${step(2)}/${expected.deliveredSecond}`,
    `opened ${receiver.count("lead.opened")}`,
    `clicked ${receiver.count("lead.clicked")}`,
    `replied ${receiver.count("lead.replied")}`,
    `bounced ${receiver.count("lead.bounced")}`,
    `unsubscribed ${receiver.count("lead.unsubscribed")}`,
  ].join("  ");
}
