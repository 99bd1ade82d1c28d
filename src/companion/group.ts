/**
 * Joins calls that arrive while others are running: `run` gets up to `max` items and returns one
 * value per item, with at most `parallel` runs at a time. A single call does not wait for others.
 */
export function groupCalls<T, R>(options: {
  readonly max: number;
  readonly parallel: number;
  readonly run: (items: readonly T[]) => Promise<readonly R[]>;
}): (item: T) => Promise<R> {
  type Call = { item: T; resolve: (value: R) => void; reject: (cause: unknown) => void };
  let waiting: Call[] = [];
  let running = 0;
  let scheduled = false;

  async function runOne(): Promise<void> {
    const calls = waiting.slice(0, options.max);
    waiting = waiting.slice(calls.length);
    running++;
    try {
      const values = await options.run(calls.map(({ item }) => item));
      calls.forEach(({ resolve, reject }, i) => {
        const value = values[i];
        if (value === undefined) reject(new Error("a grouped call got no response"));
        else resolve(value);
      });
    } catch (cause) {
      for (const { reject } of calls) reject(cause);
    }
    running--;
    schedule();
  }

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running >= options.parallel) return;
    scheduled = true;
    // After this turn of the event loop, so that calls of one turn are joined.
    setImmediate(() => {
      scheduled = false;
      void runOne();
      schedule();
    });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
