import type { QueuedHit } from "#platform/ctx/job.ts";
import type { HitRecorder, Queue } from "#platform/ctx/ports.ts";
import { hitRate } from "#modules/tracking/rules/rate.ts";

/** An answer waits for the acknowledgement no longer than this. */
const MAX_WAIT_MS = 300;
/** After this the next message goes, even if the one before was never heard of again. */
const MAX_TURN_MS = 100;
/** A queue message has 128 KB; the rest is for its frame. */
export const MAX_MESSAGE_CHARS = 100_000;
/** At most that much of a hit is neither link nor address. */
const FRAME_CHARS = 300;

/** Hits of one or more requests that leave together. */
type Group = {
  readonly hits: QueuedHit[];
  /** Called with the outcome; each belongs to the request that waits. */
  readonly waiting: ((sent: boolean) => void)[];
  /** Hits answered before the outcome, counted as dropped until they turn out to be sent. */
  late: number;
  /** Lets the group go that waits for the one before. */
  start: (() => void) | null;
  readonly began: number;
};

/**
 * Keeps hits when hosted: those that arrive while a message is on its way make the next one. One
 * per isolate; `of` binds it to a request. Each message is sent by the request that began its
 * group, and `waitUntil` lets it finish when its client has gone. Requests share plain data and
 * each other's resolvers, and wait on a timer of their own as well.
 */
export function queueHits(): {
  of(request: { queue: Queue; waitUntil: (work: Promise<unknown>) => void }): HitRecorder;
} {
  const isWithinRate = hitRate();
  let open: Group | null = null;
  let isBusy = false;
  let dropped = 0;

  async function send(group: Group, queue: Queue): Promise<void> {
    if (isBusy) await turn(group);
    if (open === group) open = null;
    isBusy = true;
    const isSent = await sendAll(queue, group.hits);
    if (isSent) dropped -= group.late;
    // The next group may have stopped waiting and started already; the last to end clears the flag.
    isBusy = false;
    open?.start?.();
    for (const settle of group.waiting) settle(isSent);
  }

  return {
    of: ({ queue, waitUntil }) => ({
      async record(hit) {
        if (!isWithinRate(hit.sendId, hit.at)) {
          dropped++;
          return false;
        }
        const group = joinable(open, hit.at) ?? newGroup(hit.at);
        group.hits.push(hit);
        const outcome = signal<boolean>(MAX_WAIT_MS, (settle) => group.waiting.push(settle));
        if (open !== group) {
          open = group;
          waitUntil(send(group, queue));
        }
        const isSent = await outcome;
        if (isSent === true) return true;
        dropped++;
        if (isSent === undefined) group.late++;
        return false;
      },
      dropped: () => dropped,
      // The database is elsewhere, and the judge runs in an isolate of its own.
      leaveRoom: async () => undefined,
    }),
  };
}

const newGroup = (began: number): Group => ({
  hits: [],
  waiting: [],
  late: 0,
  start: null,
  began,
});

/** The group, unless the request that began it is gone: then it would have left long ago. */
const joinable = (group: Group | null, now: number): Group | null =>
  group !== null && now - group.began <= 2 * MAX_TURN_MS ? group : null;

/** Resolves when the group's turn has come. */
async function turn(group: Group): Promise<void> {
  await signal<void>(MAX_TURN_MS, (settle) => {
    group.start = settle;
  });
  group.start = null;
}

/**
 * What another request calls `settle` with, or undefined after `ms`. The promise comes from
 * `withResolvers`: workerd resumes the waiting request in its own context only if the promise knows
 * whose it is, and those of `new Promise` forget that once V8 has optimised their function.
 */
async function signal<T>(
  ms: number,
  give: (settle: (value: T) => void) => void,
): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  give(resolve);
  const value = await promise;
  clearTimeout(timer);
  return value;
}

async function sendAll(queue: Queue, hits: readonly QueuedHit[]): Promise<boolean> {
  try {
    for (const part of messages(hits)) {
      await queue.send({ type: "hits.record.v1", batchId: crypto.randomUUID(), hits: part });
    }
    return true;
  } catch {
    return false;
  }
}

/** At most: a link is printable ASCII, of which JSON doubles the quote alone; an address may be anything. */
const charsOf = ({ url, signals: { address } }: QueuedHit): number =>
  2 * (url?.length ?? 0) + 6 * (address?.length ?? 0);

/** The hits in parts that fit a queue message. */
function messages(hits: readonly QueuedHit[]): QueuedHit[][] {
  const parts: QueuedHit[][] = [];
  let room = 0;
  for (const hit of hits) {
    const size = FRAME_CHARS + charsOf(hit);
    if (size > room) {
      parts.push([]);
      room = MAX_MESSAGE_CHARS;
    }
    parts.at(-1)?.push(hit);
    room -= size;
  }
  return parts;
}
