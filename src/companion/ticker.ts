import { describeBriefly, type Log } from "./log.ts";

/** Calls `tick` every `everyMs`, never twice at a time. Returns a function that stops it. */
export function startCompanionTicker(
  everyMs: number,
  tick: () => Promise<void>,
  log: Log,
): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    tick()
      .catch((cause: unknown) => log("tick.failed", { cause: describeBriefly(cause) }, "debug"))
      .finally(() => (busy = false));
  }, everyMs);
  return () => clearInterval(timer);
}

const TRY_EVERY_MS = 1_000;

/** Calls `act` until it succeeds once. Returns a function that stops it. */
export function untilDone(act: () => Promise<void>, log: Log): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const attempt = (): void => {
    act().catch((cause: unknown) => {
      log("start.untold", { cause: describeBriefly(cause) }, "debug");
      if (!stopped) timer = setTimeout(attempt, TRY_EVERY_MS);
    });
  };
  attempt();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
