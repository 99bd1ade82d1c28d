import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Connections that were closed since memory was last collected; each holds three descriptors until then. */
const MOST_CLOSED = 64;

/**
 * Counts closed connections, and has memory collected when there are many. The driver releases a
 * file only when the statements that were prepared for it are collected, for which a process with
 * little to do takes its time.
 */
export function freeClosed(): () => void {
  let closed = 0;
  let collect: (() => void) | null = null;
  return () => {
    if (++closed < MOST_CLOSED) return;
    closed = 0;
    collect ??= collector();
    collect();
  };
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  // What that flag gives every context that begins behind it.
  return runInNewContext("gc") as () => void;
}
