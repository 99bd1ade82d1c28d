import { once } from "node:events";
import { closeSync, fdatasync, openSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import type { Client } from "@libsql/client";
import { describe, type Log } from "#platform/ctx/log.ts";

/** From so many pages on (64 MB) the write-ahead log is copied into the file. */
const LOG_PAGES = 16_000;
const LOOK_EVERY_MS = 200;
/** A checkpoint that failed, on a full disk for one, is tried again after this. */
const RETRY_MS = 10_000;
/** Pages (256 MB) at which the connection copies after all, should the thread fail for long. */
const LAST_RESORT_PAGES = 64_000;
/**
 * A log that is copied whole still holds the former contents of its pages, so it is emptied so
 * often: what was erased is gone from it then, and a long import's log gives its disk back.
 */
const EMPTY_EVERY_MS = 5 * 60_000;
/** Somebody reads an older state, a backup for one. */
const EMPTY_AGAIN_MS = 30_000;
/** What the end waits for such a one. */
const END_BUSY_MS = 250;
/** Statements are never paused longer for the last step. */
const MAX_PAUSE_MS = 1_000;

const USUAL = {
  logPages: LOG_PAGES,
  retryMs: RETRY_MS,
  emptyEveryMs: EMPTY_EVERY_MS,
  lookEveryMs: LOOK_EVERY_MS,
};

/** How a checkpoint ends: the next write restarts the log, or the log is empty. */
type Last = "RESTART" | "TRUNCATE";

export type Checkpoints = {
  /** The same database; its statements wait while a checkpoint ends. Close this one. */
  readonly client: Client;
  /** Ends the thread in order and empties the log; call it before the client is closed. */
  stop: () => Promise<void>;
};

/**
 * Makes the checkpoints of the database at `path` in a thread of their own, which is started when
 * the first is due. In the middle of a write they would stop everything for the time of copying
 * and two fsyncs, 50 ms and more. Only their end, for which nobody may write, holds statements back
 * for some 2 ms, and even then the event loop goes on.
 */
export async function threadedCheckpoints(
  client: Client,
  path: string,
  log: Log,
  options: Partial<typeof USUAL> = {},
): Promise<Checkpoints> {
  const { logPages, retryMs, emptyEveryMs, lookEveryMs } = { ...USUAL, ...options };
  await client.execute(`PRAGMA wal_autocheckpoint = ${LAST_RESORT_PAGES}`);
  let paused: Promise<void> | null = null;
  let thread: Worker | null = null;
  let running: Promise<void> | null = null;
  let file: FileHandle | null = null;
  let database: number | null = null;
  /** The age of the log that is copied whole; the next write begins another one. */
  let copied: string | null = null;
  let notBefore = 0;
  let emptyAt = performance.now() + emptyEveryMs;

  function begin(): Worker {
    const begun = started(path);
    begun.once("exit", () => (thread = null));
    return begun;
  }

  async function isDone(mode: "PASSIVE" | Last): Promise<boolean> {
    thread ??= begin();
    const answer = once(thread, "message");
    thread.postMessage(mode);
    // What checkpoint-thread.ts answers.
    const [done] = (await answer) as [boolean];
    return done;
  }

  /**
   * Brings what was copied to the disk. SQLite does so only once all is copied, and that is when
   * statements are paused: what is on the disk already costs nothing then.
   */
  async function synced(): Promise<void> {
    database ??= openSync(path, "r");
    await toDisk(database);
  }

  /** Answers whether the next write restarts the log, or the log is empty. */
  async function copy(last: Last): Promise<boolean> {
    // What is written during one round is left to the next, which is soon done.
    for (let i = 0; i < 3; i++) {
      if (!(await isDone("PASSIVE"))) return false;
      await synced();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    paused = promise;
    const timer = setTimeout(release, MAX_PAUSE_MS);
    function release(): void {
      paused = null;
      resolve();
    }
    try {
      return await isDone(last);
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  async function empty(log: FileHandle): Promise<boolean> {
    const { size } = await log.stat();
    const isEmpty = size === 0 || (await copy("TRUNCATE"));
    // Rarely needed again soon.
    if (thread) await end(thread);
    return isEmpty;
  }

  async function look(): Promise<void> {
    if (performance.now() < notBefore) return;
    try {
      file ??= await open(`${path}-wal`);
      const age = await ageOf(file, logPages);
      if (age !== null && age !== copied) {
        if (await copy("RESTART")) copied = age;
      } else if (performance.now() >= emptyAt) {
        const isEmpty = await empty(file);
        emptyAt = performance.now() + (isEmpty ? emptyEveryMs : EMPTY_AGAIN_MS);
      }
    } catch (cause) {
      // Nothing was written yet.
      if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return;
      notBefore = performance.now() + retryMs;
      log("checkpoint.failed", { cause: describe(cause) }, "error");
    }
  }
  const clock = setInterval(() => {
    running ??= look().finally(() => (running = null));
  }, lookEveryMs).unref();

  const gated = pausable(
    client,
    () => paused,
    () => {
      // Not before: closing a file drops this process's locks on it, the database's too
      // (sqlite.org/howtocorrupt.html, 2.2).
      if (database !== null) closeSync(database);
      database = null;
    },
  );
  return {
    client: gated,
    async stop() {
      clearInterval(clock);
      await running;
      await file?.close();
      if (thread) await end(thread);
      await client.execute(`PRAGMA busy_timeout = ${END_BUSY_MS}`);
      // A full disk, or somebody who still reads: the next start does it.
      await client.execute("PRAGMA wal_checkpoint(TRUNCATE)").catch(() => undefined);
    },
  };
}

/**
 * A client whose statements wait for the promise of `paused`; `closed` is called once it is closed.
 */
function pausable(client: Client, paused: () => Promise<void> | null, closed: () => void): Client {
  return Object.assign(Object.create(client) as Client, {
    execute: (...args: Parameters<Client["execute"]>) =>
      paused()?.then(() => client.execute(...args)) ?? client.execute(...args),
    batch: (...args: Parameters<Client["batch"]>) =>
      paused()?.then(() => client.batch(...args)) ?? client.batch(...args),
    close() {
      client.close();
      closed();
    },
  });
}

const toDisk = promisify(fdatasync);

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * The age of a log with at least `pages` of its present age, null for a shorter one
 * (sqlite.org/walformat.html): the file keeps its length when a log restarts over the old one, but
 * every frame has the age it was written in.
 */
async function ageOf(file: FileHandle, pages: number): Promise<string | null> {
  const header = Buffer.alloc(HEADER_BYTES);
  if ((await file.read(header, 0, HEADER_BYTES, 0)).bytesRead < HEADER_BYTES) return null;
  const pageBytes = header.readUInt32BE(8);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  const at = HEADER_BYTES + (pages - 1) * (FRAME_HEADER_BYTES + pageBytes);
  if ((await file.read(frame, 0, FRAME_HEADER_BYTES, at)).bytesRead < FRAME_HEADER_BYTES)
    return null;
  const age = header.toString("hex", 16, 24);
  return frame.toString("hex", 8, 16) === age ? age : null;
}

async function end(thread: Worker): Promise<void> {
  const ended = once(thread, "exit");
  thread.ref();
  thread.postMessage("close");
  await ended;
}

function started(path: string): Worker {
  const thread = new Worker(join(import.meta.dirname, "checkpoint-thread.ts"), {
    workerData: { path },
  });
  // The caller that waits for its answer gets the error.
  thread.on("error", () => undefined);
  thread.unref();
  return thread;
}
