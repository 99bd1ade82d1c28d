import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomFrom, shuffled } from "#test/demo/random.ts";
import { mutant, removeTree, TWICE } from "./copy.ts";
import { conclude } from "./ledger.ts";
import { type Held, measure, measuredBy } from "./memory.ts";
import { startMixed } from "./mixed.ts";
import { patienceMs, sleep, until } from "./world.ts";

/*
 * `npm run faults -- soak [--minutes N] [--seed N]`: all of the product's work, round after round, with
 * every queue message twice and a fault every few seconds: a kill, a freeze, broken connections. In the
 * end every effect of every round is there once. From ten minutes on nothing is killed in the last
 * two thirds, and what app and companion hold after each of those rounds, once their garbage is gone,
 * must not grow by more than a tenth.
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
const STILL_MS = patienceMs(values.mutant);

type Part = "app" | "companion";
const directory = await mkdtemp(join(tmpdir(), "outrider-soak-"));
const files = { app: join(directory, "app"), companion: join(directory, "companion") };
const mixed = await startMixed({
  changes: [
    ...mutant(values.mutant),
    TWICE,
    measuredBy("src/server/main.ts", files.app),
    measuredBy("src/companion/main.ts", files.companion),
  ],
});
const { app, companion } = mixed.world;
const began = performance.now();
const minutes = (): number => (performance.now() - began) / 60_000;
/** After each round of a process that lives on. */
const held: { readonly [part in Part]: Held[] } = { app: [], companion: [] };
/** The first rounds fill caches and pools. */
const WARM_ROUNDS = 4;
/** Fewer show no slope. */
const LEAST_ROUNDS = 8;
const faults = {
  "app killed": () => app.kill(),
  "companion killed": () => companion.kill(),
  "companion frozen": () => freeze(companion),
  "app frozen": () => freeze(app),
};
const KINDS = Object.keys(faults).length;
const counts = new Map<string, number>();
let isOver = false;
try {
  await mixed.begin(LEADS);
  const breaking = breakAtRandom();
  let rounds = 1;
  let checks = await mixed.settled(STILL_MS);
  const isShort = (): boolean => isWatched() && held.app.length < WARM_ROUNDS + LEAST_ROUNDS;
  while ((minutes() < MINUTES || isShort()) && checks.every(([, holds]) => holds)) {
    await mixed.begin(LEADS);
    rounds++;
    checks = await mixed.settled(STILL_MS);
    if (!isWatched()) continue;
    for (const part of ["app", "companion"] as const) {
      const now = await measure(mixed.world[part], files[part]);
      if (now) held[part].push(now);
    }
  }
  isOver = true;
  await breaking;
  console.log(
    `seed ${values.seed}: ${rounds} rounds of ${LEADS} leads in ${Math.round(minutes())} minutes; ${[...counts].map(([fault, n]) => `${n} x ${fault}`).join(", ")}; ${app.megabytes().toFixed(0)} and ${companion.megabytes().toFixed(0)} MB`,
  );
  const growth = (["app", "companion"] as const).flatMap((part) =>
    (["megabytes", "resources"] as const).map((what) => {
      const values = held[part].slice(WARM_ROUNDS).map((one) => one[what]);
      if (values.length > 0) {
        console.log(`${part}, ${what}: ${values.map((n) => n.toFixed(1)).join(" ")}`);
      }
      return { part, what, share: growthOf(values) };
    }),
  );
  conclude(
    "soak",
    [
      ...checks,
      [`only ${[...counts.keys()].join(", ")} happened`, counts.size === KINDS, "enough"],
      [
        `${held.companion.length} measured rounds prove nothing`,
        MINUTES < WATCHED_MINUTES || held.companion.length >= LEAST_ROUNDS,
        "enough",
      ],
      ...growth.map(
        ({ part, what, share }) =>
          [
            `the ${what} of the ${part} grew by ${(share * 100).toFixed(1)} %`,
            share <= 0.1,
          ] as const,
      ),
    ],
    values,
  );
} finally {
  isOver = true;
  await mixed.close();
  for (const path of [mixed.root, directory]) await removeTree(path);
}

/** Nothing is killed any more: a heap is only comparable with itself. */
function isWatched(): boolean {
  return MINUTES >= WATCHED_MINUTES && minutes() > MINUTES / 3;
}

function freeze(process: typeof app): void {
  process.freeze();
  setTimeout(() => process.thaw(), 1_000 + random() * 6_000);
}

/** All kinds in some order, again and again; the next once the app answers, or a slow machine would only start. */
async function breakAtRandom(): Promise<void> {
  let deck: string[] = [];
  while (!isOver) {
    await until(async () => isOver || (await fetch(`${mixed.world.url}/health`)).ok, STILL_MS);
    await sleep(FAULT_EVERY_MS * (0.5 + random()));
    const isPossible = (name: string): boolean => !isWatched() || name.endsWith("frozen");
    if (deck.every((name) => !isPossible(name))) deck = shuffled(Object.keys(faults), random);
    const name = deck.find(isPossible) as keyof typeof faults; // as the keys were read
    deck = deck.filter((other) => other !== name);
    if (isOver) return;
    faults[name]();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** By what share of its mean a straight line through the values rises from the first to the last; 0 for none. */
function growthOf(values: readonly number[]): number {
  const n = values.length;
  if (n === 0) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const middle = (n - 1) / 2;
  const above = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  const below = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return ((above / below) * (n - 1)) / mean;
}
