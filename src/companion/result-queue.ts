import { describeBriefly, type Log } from "./log.ts";
import type { Result } from "./journal.ts";

/** Results for the app, repeated until it has settled them. */
export type ResultQueue = {
  add(result: Result): void;
  waiting(): number;
  /** Whether the app has not settled this result yet. */
  has(result: Result): boolean;
  /** Resolves when the queue is empty, or after `ms`. */
  drain(ms: number): Promise<void>;
  stop(): void;
};

const GROUP = 500;
/** Nothing waits for a result, and a group costs the app little more than one. */
const GATHER_MS = 50;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

type Entry = { readonly result: Result; tries: number; dueAt: number };

/**
 * `offer` reports results to the app, those of 0.05 s together, and returns the tickets that it
 * settled. Other results are reported again after 0.25 s, doubling up to 15 s, without end.
 */
export function createResultQueue(options: {
  readonly offer: (results: readonly Result[]) => Promise<ReadonlySet<string>>;
  readonly onSettled: (result: Result) => void;
  readonly now: () => number;
  readonly log: Log;
}): ResultQueue {
  const entries = new Map<string, Entry>();
  let busy = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Infinity;

  /** Checks the entries after this time, or earlier if that is already scheduled. */
  function wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (stopped || wakesAt <= at) return;
    clearTimeout(timer);
    wakesAt = at;
    timer = setTimeout(pump, ms);
  }

  function pump(): void {
    wakesAt = Infinity;
    if (busy || stopped || entries.size === 0) return;
    const now = options.now();
    const due = [...entries.values()].filter(({ dueAt }) => dueAt <= now);
    if (due.length > 0) void offer(due.slice(0, GROUP));
    else wakeIn(Math.max(Math.min(...[...entries.values()].map(({ dueAt }) => dueAt)) - now, 1));
  }

  async function offer(due: readonly Entry[]): Promise<void> {
    busy = true;
    let settled: ReadonlySet<string> = new Set();
    try {
      settled = await options.offer(due.map(({ result }) => result));
    } catch (cause) {
      options.log(
        "results.refused",
        { results: due.length, cause: describeBriefly(cause) },
        "warn",
      );
    }
    for (const entry of due) {
      if (settled.has(entry.result.ticket)) {
        entries.delete(keyOf(entry.result));
        options.onSettled(entry.result);
      } else {
        entry.dueAt = options.now() + waitMs(entry.tries++);
      }
    }
    busy = false;
    wakeIn(due.length === GROUP ? 0 : GATHER_MS);
  }

  return {
    add(result) {
      entries.set(keyOf(result), { result, tries: 0, dueAt: 0 });
      wakeIn(GATHER_MS);
    },
    waiting: () => entries.size,
    has: (result) => entries.has(keyOf(result)),
    async drain(ms) {
      const until = options.now() + ms;
      while (entries.size > 0 && options.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const keyOf = (result: Result): string => `${result.message_id}\n${result.lease}`;

/** Randomized by 20%, so that failed results do not return at the same time. */
const waitMs = (tries: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS) * (0.8 + Math.random() * 0.4);
