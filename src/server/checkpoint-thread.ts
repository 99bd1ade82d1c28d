import { parentPort, workerData } from "node:worker_threads";
import Driver from "libsql";

/* The thread of checkpoints.ts: makes the checkpoint it is asked for and answers whether nothing is left. */

/**
 * The app pauses its writes while it waits for this one; other programs' writes are not waited for.
 */
const TIMEOUT_MS = 250;

// What checkpoints.ts gives and asks.
const { path } = workerData as { path: string };
const driver = new Driver(path, { timeout: TIMEOUT_MS });
parentPort?.on("message", (mode: "PASSIVE" | "RESTART" | "TRUNCATE" | "close") => {
  if (mode === "close") {
    driver.close();
    parentPort?.close();
    return;
  }
  // One row, always (sqlite.org/pragma.html#pragma_wal_checkpoint).
  const row = driver.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { busy: number };
  parentPort?.postMessage(row.busy === 0);
});
