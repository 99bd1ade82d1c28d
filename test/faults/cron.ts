import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { internalHeaders } from "#platform/rules/internal-signature.ts";
import { randomFrom } from "#test/demo/random.ts";
import { mutant, removeTree, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { startMixed } from "./mixed.ts";
import { patienceMs, sleep } from "./world.ts";

/*
 * `npm run faults -- cron [--leads N] [--seed N]`: no tick comes for a while, then up to ten at once, again and again,
 * with every queue message twice. All work that waited goes on, and nothing is done twice.
 */
const { values } = parseArgs({
  options: {
    leads: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const SILENCE_MS = 8_000;
const MOST_AT_ONCE = 10;
const random = randomFrom(Number(values.seed));
const PATH = "/internal/companion/tick";

const mixed = await startMixed({
  changes: [...mutant(values.mutant), TWICE],
  // Its own clock strikes seldom.
  appEnv: () => ({ TICK_SECONDS: "60" }),
});
endEarly("cron", values, mixed.brokenForGood);
let isOver = false;
try {
  await mixed.begin(Number(values.leads));
  await sleep(SILENCE_MS);
  const waiting = Number(
    (
      await mixed.world.rows(
        "SELECT count(*) AS n FROM campaign_leads WHERE status IN ('pending', 'in_progress')",
      )
    )[0]?.["n"],
  );
  let ticks = 0;
  const refusals: number[] = [];
  const ticking = (async () => {
    while (!isOver) {
      const length = 2 + Math.floor(random() * (MOST_AT_ONCE - 1));
      const answers = await Promise.all(Array.from({ length }, tick));
      ticks += answers.filter((status) => status === 202).length;
      for (const status of answers) if (status !== null && status !== 202) refusals.push(status);
      await sleep(random() * 600);
    }
  })();
  const checks = await mixed.settled(patienceMs(values.mutant));
  isOver = true;
  await ticking;
  console.log(
    `seed ${values.seed}: ${waiting} leads waited for a tick, then ${ticks} came, up to ${MOST_AT_ONCE} at a time`,
  );
  conclude(
    "cron",
    [
      ...checks,
      [
        `${refusals.length} ticks were answered ${[...new Set(refusals)].join(", ")}`,
        refusals.length === 0,
      ],
      ["nothing waited for a tick", waiting > 0, "enough"],
    ],
    values,
  );
} finally {
  isOver = true;
  await mixed.close();
  await removeTree(mixed.root);
}

/** The status of the answer; null where a kept connection was closed just then. */
async function tick(): Promise<number | null> {
  const headers = internalHeaders(mixed.world.secrets["COMPANION_SECRET"] ?? "", {
    method: "POST",
    path: PATH,
    timestamp: String(Date.now()),
    nonce: randomUUID(),
    body: "{}",
  });
  const answer = await fetch(mixed.world.url + PATH, { method: "POST", headers, body: "{}" }).catch(
    () => null,
  );
  await answer?.text();
  return answer?.status ?? null;
}
