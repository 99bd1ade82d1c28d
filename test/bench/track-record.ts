import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { systemNow } from "#platform/adapters/clock.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { keepHits } from "#modules/tracking/hits/keep-hits.ts";
import { openDatabase } from "#server/database.ts";
import { migrate } from "#server/migrate.ts";
import { freshSecrets } from "#server/secrets.ts";
import { bundleWorker } from "#test/support/bundle-worker.ts";
import { migrateD1 } from "#test/support/d1.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { report } from "./report.ts";
import { TARGET } from "./track-target.ts";

/** What the hosted product writes at once: a full delivery of the queue, with what a busy isolate sends in a message. */
const MESSAGES = 20;
const HITS_OF_MESSAGE = 50;
const HITS = MESSAGES * HITS_OF_MESSAGE;

/** Hits as a flood brings them, every other one a click. */
const flood = (round: number): QueuedHit[] =>
  Array.from({ length: HITS }, (_, i) => ({
    workspaceId: 1 as WorkspaceId,
    sendId: (round * HITS + i + 1) as SendId,
    kind: i % 2 === 0 ? "open" : "click",
    url: i % 2 === 0 ? null : TARGET,
    at: systemNow(),
    signals: {
      source: "b8dUWm0xQ2aZ1k",
      agent: "browser",
      prefetch: false,
      private: false,
      address: "203.0.113.77",
    },
  }));

/**
 * The recording alone, by the product's own writes into databases that lie on the disk: groups of
 * 1,000 hits into the libSQL file, deliveries of 20 messages of 50 into D1. Hits per second.
 */
export async function compareRecording(rounds: number, seconds: number): Promise<void> {
  const state = temporaryDirectory();
  try {
    const file = await intoFile(state.path, rounds, seconds);
    const d1 = await intoD1(join(state.path, "d1"), rounds, seconds);
    const unit = "hits/s";
    report([
      { what: "recording into the libSQL file", unit, rounds: file, aim: { least: 100_000 } },
      { what: "recording into D1 in workerd", unit, rounds: d1, aim: { least: 10_000 } },
    ]);
  } finally {
    state.remove();
  }
}

async function intoFile(directory: string, rounds: number, seconds: number): Promise<number[]> {
  const settings = parseSettings({ ...freshSecrets(), DATA_DIR: directory });
  const { client, db } = await openDatabase(settings);
  try {
    await migrate(client, "drizzle");
    return await perSecond(rounds, seconds, (hits) => keepHits({ db }, hits));
  } finally {
    client.close();
  }
}

async function intoD1(state: string, rounds: number, seconds: number): Promise<number[]> {
  const script = await bundleWorker("test/bench/track-record-worker.ts");
  const id = "recording";
  await migrateD1(state, id);
  const workerd = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: state,
      workers: [
        {
          name: "recording",
          modules: true,
          script,
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          d1Databases: { DB: id },
          unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
        },
      ],
    }),
  );
  try {
    await workerd.ready;
    const url = await workerd.unsafeGetDirectURL("recording");
    return await perSecond(rounds, seconds, async (hits) => {
      const messages = Array.from({ length: MESSAGES }, (_, i) =>
        hits.slice(i * HITS_OF_MESSAGE, (i + 1) * HITS_OF_MESSAGE),
      );
      const answer = await fetch(url, { method: "POST", body: JSON.stringify(messages) });
      if ((await answer.json()) !== true) throw new Error("the hits were not written");
    });
  } finally {
    await workerd.dispose();
  }
}

async function perSecond(
  rounds: number,
  seconds: number,
  write: (hits: readonly QueuedHit[]) => Promise<unknown>,
): Promise<number[]> {
  const of: number[] = [];
  let at = 0;
  // The first one warms up.
  for (let round = 0; round <= rounds; round++) {
    let written = 0;
    const began = performance.now();
    for (; performance.now() - began < seconds * 1_000; written += HITS) await write(flood(at++));
    of.push((written * 1_000) / (performance.now() - began));
  }
  return of.slice(1);
}
