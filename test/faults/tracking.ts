import { parseArgs } from "node:util";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { pixelUrl } from "#modules/links/rules/urls.ts";
import { randomFrom } from "#test/demo/random.ts";
import { copyOf, mutant, removeTree } from "./copy.ts";
import { conclude } from "./ledger.ts";
import { patienceMs, sleep, startWorld, untilReached } from "./world.ts";

/*
 * `npm run faults -- tracking [--host node|worker] [--hits N] [--kills N] [--seed N]`: a flood of
 * pixels, each of another mail. On one machine the app is killed (kill -9) at random: every hit that
 * was answered has its row. In workerd, whose local queue lives in memory, nothing is killed: every
 * hit that was answered has its row or is counted as dropped. `--mutant hasty` answers before it
 * writes.
 */
const { values } = parseArgs({
  options: {
    host: { type: "string", default: "node" },
    hits: { type: "string", default: "20000" },
    kills: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const HITS = Number(values.hits);
const KILLS = Number(values.kills);
const LANES = 32;
const random = randomFrom(Number(values.seed));
const isWorker = values.host === "worker";
const root = await copyOf(mutant(values.mutant));
const world = await startWorld({ host: isWorker ? "worker" : "node", root });
try {
  await world.up();
  const secret = world.secrets["TRACKING_SECRET"] ?? "";
  const answered = new Set<number>();
  let next = 1;
  let flooding = true;
  let killsAmid = 0;
  const lane = async (): Promise<void> => {
    while (next <= HITS) {
      const sendId = next++;
      const token = hitToken(secret, 1 as WorkspaceId, sendId as SendId);
      try {
        const answer = await fetch(pixelUrl(world.url, token));
        await answer.arrayBuffer();
        if (answer.status === 200) answered.add(sendId);
      } catch {
        // Nobody was told anything.
        await sleep(250);
      }
    }
  };
  /** Hits that were answered and told to be dropped, of all lives of the app. */
  let dropped = 0;
  const watch = (async () => {
    let last = 0;
    while (flooding) {
      const now = await droppedNow().catch(() => last);
      dropped += Math.max(0, now - (now < last ? 0 : last));
      last = now;
      await sleep(50);
    }
  })();
  const began = performance.now();
  const flood = Promise.all(Array.from({ length: LANES }, lane));
  if (!isWorker) {
    // Each after its share of the flood.
    for (let i = 0; i < KILLS; i++) {
      const due = ((i + random()) / (KILLS + 1)) * HITS;
      await untilReached(async () => answered.size, due, patienceMs(values.mutant), 5);
      if (next <= HITS) killsAmid++;
      world.app.kill();
    }
  }
  await flood;
  await world.up();
  if (isWorker)
    await untilReached(
      async () => (await written()).size + (await droppedNow()),
      answered.size,
      patienceMs(values.mutant),
    );
  await sleep(1_000);
  flooding = false;
  await watch;
  const rows = await written();
  await world.halt();
  const missing = [...answered].filter((id) => !rows.has(id)).length;
  const twice = [...rows.values()].filter((n) => n > 1).length;
  const strange = [...rows.keys()].filter((id) => id < 1 || id > HITS).length;
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.table([
    {
      host: values.host,
      seed: Number(values.seed),
      asked: HITS,
      answered: answered.size,
      rows: rows.size,
      missing,
      dropped,
      starts: world.app.starts(),
      seconds,
    },
  ]);
  conclude(
    "tracking",
    [
      [
        `${missing} answered hits have no row, ${dropped} were told to be dropped`,
        missing <= dropped,
      ],
      [`${twice} hits were written twice`, twice === 0],
      [
        `only ${killsAmid} of ${KILLS} kills came amid the flood`,
        isWorker || killsAmid > KILLS / 2,
        "enough",
      ],
      [`${strange} rows are of hits that nobody made`, strange === 0],
    ],
    values,
  );
} finally {
  await world.close();
  await removeTree(root);
}

async function droppedNow(): Promise<number> {
  const answer = await fetch(`${world.url}/health`);
  // Our own answer.
  return ((await answer.json()) as { hits_dropped: number }).hits_dropped;
}

/** Rows by mail. */
async function written(): Promise<Map<number, number>> {
  const rows = await world.rows("SELECT send_id, count(*) AS n FROM hits GROUP BY send_id");
  return new Map(rows.map((row) => [Number(row["send_id"]), Number(row["n"])]));
}
