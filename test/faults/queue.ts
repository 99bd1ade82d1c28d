import { parseArgs } from "node:util";
import { type Change, drawsFrom, mutant, removeTree } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { startMixed } from "./mixed.ts";
import { patienceMs } from "./world.ts";

/*
 * `npm run faults -- queue [--leads N] [--seed N]`: of the queue's messages a third is lost, the rest come three
 * times and in no order, and bodies come that nobody can read, while the product does all of its work.
 * The end is what it is with a queue that works, and only what nobody can read is among the dead letters.
 */
const { values } = parseArgs({
  options: {
    leads: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const POISON_EVERY = 40;
/** In the queue itself, behind what the product hands it. */
const FILE = "src/server/local-queue.ts";
const LOSSY: readonly Change[] = [
  { file: FILE, from: "const PLACES:", to: `${drawsFrom(values.seed)}\nconst PLACES:` },
  {
    file: FILE,
    from: "enqueue({ id: `local-${sent}`, job: traced, attempts: 1 }, delaySeconds);",
    to: `
      if (sent % ${POISON_EVERY} === 0) {
        enqueue({ id: "poison-" + sent, job: { type: "webhook.deliver.v1", deliveryId: "nonsense" } as never, attempts: 1 }, 0);
      }
      if (draw() < 0.3) return;
      for (let copy = 0; copy < 3; copy++) {
        const late = draw() * 0.8;
        enqueue({ id: \`local-\${sent}-\${copy}\`, job: traced, attempts: 1 }, delaySeconds + late);
      }`,
  },
];

const mixed = await startMixed({ changes: [...mutant(values.mutant), ...LOSSY] });
endEarly("queue", values, mixed.brokenForGood);
try {
  await mixed.begin(Number(values.leads));
  const checks = await mixed.settled(patienceMs(values.mutant));
  const letters = await mixed.world.rows("SELECT body, reason FROM dead_letters");
  const poison = letters.filter(({ body }) => String(body).includes("nonsense")).length;
  console.log(
    `seed ${values.seed}: ${poison} messages that nobody can read, ${letters.length} dead letters`,
  );
  conclude(
    "queue",
    [
      ...checks,
      [`${letters.length - poison} good messages were given up`, letters.length === poison],
      ["too little poison came to prove anything", poison > 0, "enough"],
    ],
    values,
  );
} finally {
  await mixed.close();
  await removeTree(mixed.root);
}
