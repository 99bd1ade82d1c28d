/** Requests to the outside: so many at a time, and in the Worker so many of one invocation. */
export type Places = {
  readonly atOnce: number;
  /** Runs `work` when a place is free, in the order of the calls. Null: no further request is allowed. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
  /** Notes that the platform lets no more requests through. */
  close(): void;
};

/** `altogether` is what one invocation of the Worker may ask; on Node there is no such limit. */
export function places(atOnce: number, altogether = Number.POSITIVE_INFINITY): Places {
  let left = altogether;
  let busy = 0;
  const waiting: (() => void)[] = [];
  return {
    atOnce,
    async run(work) {
      if (busy >= atOnce) await new Promise<void>((go) => waiting.push(go));
      else busy++;
      try {
        if (left <= 0) return null;
        left--;
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy--;
      }
    },
    close: () => void (left = 0),
  };
}

/** Whether a request failed because the platform allows an invocation no more of them. */
export const isOverAllowance = (thrown: unknown): boolean =>
  thrown instanceof Error && /too many subrequests/i.test(thrown.message);
