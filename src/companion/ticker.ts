import { describe, type Log } from "./log.ts";

/** Calls `tick` every `everyMs`, never twice at a time. Returns what stops it. */
export function startTicker(everyMs: number, tick: () => Promise<void>, log: Log): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    tick()
      .catch((cause: unknown) => log("tick.failed", { cause: describe(cause) }, "debug"))
      .finally(() => (busy = false));
  }, everyMs);
  return () => clearInterval(timer);
}
