import { describeBriefly, type Log } from "./log.ts";
import type { Result } from "./journal.ts";

/** Results on their way to the app, offered again until it has settled them. */
export type Outbox = {
  add(result: Result): void;
  waiting(): number;
  /** Whether the app has not settled this result yet. */
  holds(result: Result): boolean;
  /** Resolves when nothing waits, or after `ms`. */
  drain(ms: number): Promise<void>;
  stop(): void;
};

const GROUP = 500;
/** Nothing waits for a result, and a group of many costs the app little more than one. */
const GATHER_MS = 50;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

type Entry = { readonly result: Result; tries: number; dueAt: number };

/**
 * `offer` hands results to the app, those of 0.05 s together, and answers the tickets that it
 * settled; what it did not settle, or could not be told, is offered again after 0.25 s, doubling up to 15 s, without an end.
 */
export function createOutbox(options: {
  readonly offer: (results: readonly Result[]) => Promise<ReadonlySet<string>>;
  readonly onSettled: (result: Result) => void;
  readonly now: () => number;
  readonly log: Log;
}): Outbox {
  const entries = new Map<string, Entry>();
  let busy = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Infinity;

  /** Looks through the entries in so many milliseconds, or before where that is planned already. */
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
    holds: (result) => entries.has(keyOf(result)),
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

/** Spread by a fifth, so that what failed together does not come back together. */
const waitMs = (tries: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS) * (0.8 + Math.random() * 0.4);
