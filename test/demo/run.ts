import { setTimeout as wait } from "node:timers/promises";
import { createApi } from "./api.ts";
import { compare } from "./compare.ts";
import { readCounted, readLeftOut } from "./counted.ts";
import { createLeadsFile } from "./leads-csv.ts";
import { runCampaign } from "./operator.ts";
import { castPeople, type Expected, expectedOf } from "./people.ts";
import type { Progress } from "./progress.ts";
import { differs, type Row } from "./report.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export type DemoOptions = Pick<WorldOptions, "host" | "mail" | "databases"> & {
  /** Rows of the uploaded file. */
  readonly leads: number;
  readonly seed: number;
  readonly progress: Progress;
  /** Ends the demo early; everything that it started is stopped, then the promise rejects. */
  readonly signal?: AbortSignal;
};

export type DemoResult = {
  readonly rows: readonly Row[];
  /** What people and the webhook subscriber complained about. */
  readonly problems: readonly string[];
  /** What the product logged, warnings and worse. */
  readonly log: readonly string[];
};

/** After the last mail what has not come while nothing moved for so long does not come. */
const SETTLE_MS = 45_000;
/** Equal figures must stay so for this long: what is counted twice comes late. */
const STEADY_MS = 3_000;
const CHECK_MS = 500;

/** Plays the whole story: sign-up, campaign, recipients, and the reckoning. */
export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const { host, mail, databases, progress, signal } = options;
  const leads = createLeadsFile(options.leads, options.seed);
  const people = castPeople(leads.leads, options.seed);
  const expected = expectedOf(people);
  const world = await openWorld({ host, mail, databases, people });
  const { receiver, recipients, product } = world;
  const watch: Watch = {
    world,
    say: (line) => progress.say(line),
    show: () => progress.show(stateOf(world, expected)),
    pause: () => wait(CHECK_MS, undefined, signal ? { signal } : {}),
  };
  try {
    watch.say(`the product runs on ${host} at ${product.url}, beside ${MAIL_NAMES[mail]}`);
    const api = createApi(product.url);
    const { access } = world.mail;
    const operation = await runCampaign(api, { access, leads, receiver, say: watch.say });
    const reckon = async () => {
      const counted = await readCounted(api, operation);
      return compare({
        leads,
        people,
        expected,
        operation,
        counted,
        recipients,
        receiver,
        refusals: mail === "dovecot" ? "by a bounce" : "at RCPT",
      });
    };
    await completed(watch, 120_000 + people.length * 500);
    const rows = await settled(watch, reckon);
    const leftOut = await readLeftOut(api, operation);
    return {
      rows,
      problems: [...recipients.problems, ...receiver.faults, ...leftOut],
      log: [...product.lines],
    };
  } finally {
    progress.end();
    await world.stop();
  }
}

const MAIL_NAMES = {
  sandbox: "a mail sandbox in memory",
  dovecot: "Dovecot and Postfix",
} as const;

type Watch = {
  readonly world: World;
  readonly say: (line: string) => void;
  /** Shows how far it is. */
  readonly show: () => void;
  /** Waits a moment; rejects when the demo is to end early. */
  readonly pause: () => Promise<void>;
};

/** Waits for the event that the campaign is complete, or for time to run out. */
async function completed({ world, say, show, pause }: Watch, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const isComplete = () => world.receiver.count("campaign.completed") > 0;
  while (!isComplete() && Date.now() < deadline) {
    show();
    await pause();
  }
  say(isComplete() ? "the campaign is complete" : "the campaign did not complete in time");
}

/** Reads the figures until they are as expected and stay so, or until they stand still. */
async function settled(
  { world, show, pause }: Watch,
  reckon: () => Promise<Row[]>,
): Promise<Row[]> {
  let last = "";
  let movedAt = Date.now();
  let equalSince: number | null = null;
  for (;;) {
    const rows = await reckon();
    const state = JSON.stringify([world.recipients.pending(), rows]);
    if (state !== last) [last, movedAt] = [state, Date.now()];
    const equal = world.recipients.pending() === 0 && !rows.some(differs);
    equalSince = equal ? (equalSince ?? Date.now()) : null;
    if (equalSince !== null && Date.now() - equalSince >= STEADY_MS) return rows;
    if (Date.now() - movedAt > SETTLE_MS) return rows;
    show();
    await pause();
  }
}

function stateOf({ recipients, receiver }: World, expected: Expected): string {
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
