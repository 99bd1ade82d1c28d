import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Client } from "@libsql/client";
import { describe, type Log } from "#core/log.ts";

/** From this length on the write-ahead log is copied into the file. */
const LOG_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 200;
/** Pages (256 MB) at which the connection copies after all, should the thread have died. */
const LAST_RESORT_PAGES = 64_000;
/** Nobody's statements are held longer for the last step. */
const MAX_HELD_MS = 1_000;

export type Checkpoints = {
  /** The same database; its statements wait while a checkpoint ends. */
  readonly client: Client;
  /** Ends the thread in order; call it before the client is closed. */
  stop: () => Promise<void>;
};

/**
 * Makes the checkpoints of the database at `path` in a thread of their own, which is started when
 * the first is due. In the middle of a write they would stop everything for the time of copying
 * and two fsyncs, 50 ms and more. Only their end, for which nobody may write, holds statements back
 * for a few milliseconds, and even then the event loop goes on.
 */
export async function threadedCheckpoints(
  client: Client,
  path: string,
  log: Log,
  logBytes = LOG_BYTES,
): Promise<Checkpoints> {
  await client.execute(`PRAGMA wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
  let held: Promise<void> | null = null;
  let thread: Worker | null = null;
  let running: Promise<void> | null = null;

  async function isDone(mode: "PASSIVE" | "TRUNCATE"): Promise<boolean> {
    thread ??= started(path);
    const answer = once(thread, "message");
    thread.postMessage(mode);
    // What checkpoint-thread.ts answers.
    const [done] = (await answer) as [boolean];
    return done;
  }

  async function copy(): Promise<void> {
    // What is written during the first is left to the second, which is soon done.
    for (let i = 0; i < 2; i++) if (!(await isDone("PASSIVE"))) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const timer = setTimeout(release, MAX_HELD_MS);
    function release(): void {
      held = null;
      resolve();
    }
    try {
      await isDone("TRUNCATE");
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  async function look(): Promise<void> {
    try {
      const { size } = await stat(`${path}-wal`);
      if (size >= logBytes) await copy();
    } catch (cause) {
      if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return;
      log("checkpoint.failed", { cause: describe(cause) }, "error");
      thread = null;
    }
  }
  const clock = setInterval(() => {
    running ??= look().finally(() => (running = null));
  }, LOOK_EVERY_MS).unref();

  const gated: Client = Object.assign(Object.create(client) as Client, {
    execute: (...args: Parameters<Client["execute"]>) =>
      held ? held.then(() => client.execute(...args)) : client.execute(...args),
    batch: (...args: Parameters<Client["batch"]>) =>
      held ? held.then(() => client.batch(...args)) : client.batch(...args),
  });
  return {
    client: gated,
    async stop() {
      clearInterval(clock);
      await running;
      if (!thread) return;
      const ended = once(thread, "exit");
      thread.ref();
      thread.postMessage("close");
      await ended;
    },
  };
}

function started(path: string): Worker {
  const thread = new Worker(join(import.meta.dirname, "checkpoint-thread.ts"), {
    workerData: { path },
  });
  // Told to whoever waits for its answer.
  thread.on("error", () => undefined);
  thread.unref();
  return thread;
}
