import type { QueueSettings } from "./queue-settings.ts";

/** The messages that come to a queue, the first one first: when, in ms, and how long the work of each takes. */
export type Arrivals = { readonly at: number[]; readonly ms: number[] };

/** How a queue fared. */
export type QueueHour = {
  /** Messages that came, and the most that waited, second by second. */
  readonly arrived: readonly number[];
  readonly depth: readonly number[];
  /** How many consumers were at work, minute by minute on average. */
  readonly consumers: readonly number[];
  /** Milliseconds that each message waited. */
  readonly waits: Float64Array;
};

/**
 * Plays a queue: an invocation takes up to a batch of what waits, at most so many run at a time, and one
 * takes as long as its longest message. An incomplete batch waits for more as long as its consumer says.
 */
export function playQueue(
  arrivals: Arrivals,
  settings: QueueSettings,
  mostConsumers: number,
): QueueHour {
  const { at, ms } = arrivals;
  const count = at.length;
  const seconds = Math.ceil((at.at(-1) ?? 0) / 1_000) + 1;
  const arrived = Array.from({ length: seconds }, () => 0);
  const depth = Array.from({ length: seconds }, () => 0);
  const busyMs: number[] = [];
  const waits = new Float64Array(count);
  const running = new EndTimes();
  const waitMs = settings.waitSeconds * 1_000;
  let [next, taken] = [0, 0];
  const begin = (now: number): void => {
    while (taken < next && running.size < mostConsumers) {
      if (next - taken < settings.batch && now - (at[taken] ?? now) < waitMs) return;
      const until = Math.min(next, taken + settings.batch);
      let longest = 0;
      for (; taken < until; taken++) {
        waits[taken] = now - (at[taken] ?? now);
        longest = Math.max(longest, ms[taken] ?? 0);
      }
      running.push(now + longest);
      const minute = Math.floor(now / 60_000);
      while (busyMs.length <= minute) busyMs.push(0);
      busyMs[minute] = (busyMs[minute] ?? 0) + longest;
    }
  };
  while (taken < count) {
    const arrives = at[next] ?? Infinity;
    const isHeld = taken < next && running.size < mostConsumers;
    const expires = isHeld ? (at[taken] ?? 0) + waitMs : Infinity;
    const now = Math.min(arrives, expires, running.first());
    if (running.first() <= now) running.pop();
    else if (arrives <= now) {
      const second = Math.floor(now / 1_000);
      arrived[second] = (arrived[second] ?? 0) + 1;
      next++;
    }
    begin(now);
    const second = Math.min(seconds - 1, Math.floor(now / 1_000));
    depth[second] = Math.max(depth[second] ?? 0, next - taken);
  }
  return { arrived, depth, consumers: busyMs.map((sum) => sum / 60_000), waits };
}

/** A heap of moments, the earliest first. */
class EndTimes {
  readonly #heap: number[] = [];

  get size(): number {
    return this.#heap.length;
  }

  first(): number {
    return this.#heap[0] ?? Infinity;
  }

  push(at: number): void {
    const heap = this.#heap;
    let i = heap.push(at) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((heap[parent] ?? 0) <= at) break;
      heap[i] = heap[parent] ?? 0;
      i = parent;
    }
    heap[i] = at;
  }

  pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if ((heap[child + 1] ?? Infinity) < (heap[child] ?? Infinity)) child++;
      if ((heap[child] ?? Infinity) >= last) break;
      heap[i] = heap[child] ?? 0;
      i = child;
    }
    heap[i] = last;
  }
}
