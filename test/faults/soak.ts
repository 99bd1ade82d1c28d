import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { pick, randomFrom } from "#test/demo/random.ts";
import { mutant, TWICE } from "./copy.ts";
import { conclude } from "./ledger.ts";
import { startMixed } from "./mixed.ts";
import { patienceMs, sleep } from "./world.ts";

/*
 * `npm run faults -- soak [--minutes N] [--seed N]`: all of the product's work, round after round, with
 * every queue message twice and a fault every few seconds: a kill, a freeze, broken connections. In the
 * end every effect of every round is there once. From ten minutes on nothing is killed in the last
 * two thirds, and the memory of app and companion must not grow by more than a tenth.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "120" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const MINUTES = Number(values.minutes);
/** Shorter than this a heap is still warming up. */
const WATCHED_MINUTES = 10;
const LEADS = 60;
const FAULT_EVERY_MS = MINUTES < WATCHED_MINUTES ? 5_000 : 20_000;
const random = randomFrom(Number(values.seed));

const mixed = await startMixed({ changes: [...mutant(values.mutant), TWICE] });
const { app, companion } = mixed.world;
const began = performance.now();
const minutes = (): number => (performance.now() - began) / 60_000;
const memory: { readonly at: number; readonly app: number; readonly companion: number }[] = [];
const faults = {
  "app killed": () => app.kill(),
  "companion killed": () => companion.kill(),
  "companion frozen": () => freeze(companion),
  "app frozen": () => freeze(app),
};
const counts = new Map<string, number>();
let isOver = false;
try {
  await mixed.begin(LEADS);
  const breaking = breakAtRandom();
  let rounds = 1;
  let checks = await mixed.settled(patienceMs(values.mutant));
  while (minutes() < MINUTES && checks.every(([, holds]) => holds)) {
    await mixed.begin(LEADS);
    rounds++;
    checks = await mixed.settled(patienceMs(values.mutant));
    memory.push({ at: minutes(), app: app.megabytes(), companion: companion.megabytes() });
  }
  isOver = true;
  await breaking;
  console.log(
    `seed ${values.seed}: ${rounds} rounds of ${LEADS} leads in ${Math.round(minutes())} minutes; ${[...counts].map(([fault, n]) => `${n} x ${fault}`).join(", ")}; ${app.megabytes().toFixed(0)} and ${companion.megabytes().toFixed(0)} MB`,
  );
  const growth = (["app", "companion"] as const).map((part) => [part, growthOf(part)] as const);
  conclude(
    "soak",
    [
      ...checks,
      ...growth.map(
        ([part, share]) =>
          [`the memory of the ${part} grew by ${Math.round(share * 100)} %`, share <= 0.1] as const,
      ),
    ],
    values,
  );
} finally {
  isOver = true;
  await mixed.close();
  await rm(mixed.root, { recursive: true, force: true });
}

function freeze(process: typeof app): void {
  process.freeze();
  setTimeout(() => process.thaw(), 1_000 + random() * 6_000);
}

async function breakAtRandom(): Promise<void> {
  while (!isOver) {
    await sleep(FAULT_EVERY_MS * (0.5 + random()));
    // A heap is only comparable with itself.
    const isWatched = MINUTES >= WATCHED_MINUTES && minutes() > MINUTES / 3;
    const names = Object.keys(faults).filter((name) => !isWatched || name.endsWith("frozen"));
    const name = pick(names, random) as keyof typeof faults; // as the keys were read
    if (isOver) return;
    faults[name]();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** By what share the memory of the last quarter lies above that of the quarter in which nothing was killed any more; 0 for short runs. */
function growthOf(part: "app" | "companion"): number {
  if (MINUTES < WATCHED_MINUTES) return 0;
  const median = (from: number, to: number): number => {
    const within = memory
      .filter(({ at }) => at >= MINUTES * from && at < MINUTES * to)
      .map((one) => one[part])
      .sort((a, b) => a - b);
    return within[Math.floor(within.length / 2)] ?? 0;
  };
  const [early, late] = [median(0.4, 0.65), median(0.75, 1.1)];
  return early === 0 ? 0 : late / early - 1;
}
