import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { CAUGHT, endedEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { runSeeds } from "./seeds.ts";

/** A fault plan: what it takes, and how much of it is enough to see that it holds. */
type Plan = { readonly usage: string; readonly short: readonly string[]; run(): Promise<unknown> };

/** Every plan. One more is an entry here: both ways of calling it come with that. */
const PLANS: Readonly<Record<string, Plan>> = {
  sends: {
    usage:
      "[--host node|worker [--wipe]] [--databases per_workspace] [--sends N] [--kills N] [--seed N] [--retries] [--earlier]",
    short: ["--sends", "400", "--kills", "4"],
    run: () => import("./sends.ts"),
  },
  storms: {
    usage: "[--host node|worker] [--sends N]",
    short: ["--sends", "160"],
    run: () => import("./storms.ts"),
  },
  tracking: {
    usage: "[--host node|worker] [--hits N] [--kills N] [--seed N]",
    short: ["--hits", "4000", "--kills", "3"],
    run: () => import("./tracking.ts"),
  },
  webhooks: {
    usage: "[--each N] [--events N] [--kills N] [--seed N]",
    short: ["--each", "1", "--events", "8", "--kills", "2"],
    run: () => import("./webhooks.ts"),
  },
  points: {
    usage: "[--crashes N] [--point NAME] [--wipe]",
    short: ["--crashes", "1"],
    run: () => import("./points.ts"),
  },
  clock: { usage: "[--zones N]", short: ["--zones", "2"], run: () => import("./clock.ts") },
  restore: {
    usage: "[--host node|worker [--wipe]] [--sends N] [--gap N]",
    short: ["--sends", "300"],
    run: () => import("./restore.ts"),
  },
  stall: {
    usage: "[--sends N] [--stalls N] [--seed N]",
    short: ["--sends", "600", "--stalls", "2"],
    run: () => import("./stall.ts"),
  },
  imap: {
    usage: "[--mails N] [--kills N] [--seed N]",
    short: ["--mails", "300", "--kills", "5"],
    run: () => import("./imap.ts"),
  },
  dns: {
    usage: "[--leads N] [--kills N] [--seed N]",
    short: ["--leads", "1500", "--kills", "3"],
    run: () => import("./dns.ts"),
  },
  queue: {
    usage: "[--leads N] [--seed N]",
    short: ["--leads", "200"],
    run: () => import("./queue.ts"),
  },
  database: {
    usage: "[--leads N] [--seed N]",
    short: ["--leads", "120"],
    run: () => import("./database.ts"),
  },
  cron: {
    usage: "[--leads N] [--seed N]",
    short: ["--leads", "200"],
    run: () => import("./cron.ts"),
  },
  drafts: {
    usage: "[--sends N] [--deaths N] [--pauses N] [--seed N]",
    short: ["--sends", "200", "--deaths", "1", "--pauses", "2"],
    run: () => import("./drafts.ts"),
  },
  files: {
    usage: "[--replies N] [--deaths N] [--point NAME] [--kills N] [--seed N]",
    short: ["--replies", "12", "--deaths", "1", "--kills", "2"],
    run: () => import("./files.ts"),
  },
  move: {
    usage: "[--moves N] [--sends N] [--seed N]",
    short: ["--moves", "6", "--sends", "200"],
    run: () => import("./move.ts"),
  },
  warmup: {
    usage: "[--days N] [--kills N] [--seed N]",
    short: ["--days", "3"],
    run: () => import("./warmup.ts"),
  },
  soak: {
    usage: "[--minutes N] [--seed N]",
    short: ["--minutes", "1"],
    run: () => import("./soak.ts"),
  },
  disk: {
    usage: "[--sends N] [--rounds N] [--seed N], as root",
    short: ["--sends", "400", "--rounds", "3"],
    run: () => import("./disk.ts"),
  },
  back: {
    usage: "[--sends N] [--from COMMIT], where git has that commit",
    short: ["--sends", "300"],
    run: () => import("./back.ts"),
  },
  processes: {
    usage: "[--database server|file] [--sends N] [--kills N] [--seed N]",
    short: ["--sends", "60", "--kills", "2"],
    run: () => import("./processes.ts"),
  },
  races: {
    usage: "[--host node|worker] [--sends N] [--pauses N] [--seed N]",
    short: ["--sends", "300", "--pauses", "4"],
    run: () => import("./races.ts"),
  },
};

/*
 * `npm run faults -- PLAN [options]`: one fault plan with its own options. Without a name every plan
 * runs in its short form, one after the other, within ten minutes, and a table tells how each ended.
 * With `--seeds N` a plan runs N times with its options, each time with other draws.
 */
const [name, ...options] = process.argv.slice(2);
const seeds = options.indexOf("--seeds");
if (name === undefined) runAll();
else if (seeds >= 0) {
  const many = Number(options[seeds + 1]);
  const isSeeded = PLANS[name]?.usage.includes("--seed ") === true;
  runSeeds([name, ...options.toSpliced(seeds, 2)], many, isSeeded);
} else {
  const plan = PLANS[name];
  if (plan) {
    await plan.run().catch((error: unknown) => {
      const early = endedEarly();
      if (error !== CAUGHT || !early) throw error;
      conclude(early.plan, [], early.run);
    });
  } else {
    console.error("Usage: npm run faults -- [PLAN [--mutant NAME] [--seeds N] [options]]");
    for (const [known, { usage }] of Object.entries(PLANS)) console.error(`  ${known} ${usage}`);
    process.exitCode = 1;
  }
}

function runAll(): void {
  const ended = Object.entries(PLANS).map(([plan, { short }]) => {
    console.log(`\n== ${plan} ${short.join(" ")}`);
    const load = loadavg()[0] ?? 0;
    const began = performance.now();
    const { status } = spawnSync(process.execPath, [import.meta.filename, plan, ...short], {
      stdio: "inherit",
    });
    const seconds = Math.round((performance.now() - began) / 1_000);
    return { plan, held: status === 0, seconds, "load before": Number(load.toFixed(1)) };
  });
  console.log();
  console.table(ended);
  process.exitCode = ended.every(({ held }) => held) ? 0 : 1;
}
