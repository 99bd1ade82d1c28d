/** A clock that calls one thing again and again. */
export type Ticker = {
  /** Stops the clock and waits for the call under way. */
  stop(): Promise<void>;
};

/** Calls `tick` at once and then `everyMs` after the last call ended or began, never two at a time. */
export function startTicker(everyMs: number, tick: () => Promise<void>): Ticker {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let current = Promise.resolve();

  function run(): void {
    const began = performance.now();
    current = tick().finally(() => {
      if (stopped) return;
      timer = setTimeout(run, Math.max(0, everyMs - (performance.now() - began)));
    });
  }
  run();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return current;
    },
  };
}
