import type { QueuedHit } from "#core/job.ts";
import type { HitRecorder, Queue } from "#core/ports.ts";
import { hitRate } from "#domain/tracking/rate.ts";

/** Contract 2.16: an answer waits for the acknowledgement no longer than this. */
const MAX_WAIT_MS = 300;
/** After this the next message goes, even if the one before was never heard of again. */
const MAX_TURN_MS = 100;
/** A queue message has 128 KB; the rest is for its frame. */
const MAX_MESSAGE_CHARS = 100_000;

/** Hits of one or more requests that leave in one message. */
type Group = { readonly hits: QueuedHit[]; readonly sent: Promise<boolean> };

/**
 * Keeps hits when hosted: those that arrive while a message is on its way make the next one. One
 * per isolate; `of` binds it to a request. Only plain data and promises cross requests: each
 * message is sent by the request that began its group, each request waits on its own timer, and
 * `waitUntil` lets a sender finish when its client has gone.
 */
export function queueHits(): {
  of(request: { queue: Queue; waitUntil: (work: Promise<unknown>) => void }): HitRecorder;
} {
  const isWithinRate = hitRate();
  let open: Group | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let dropped = 0;

  function begin(queue: Queue, hit: QueuedHit): Group {
    const before = last;
    const hits = [hit];
    const turn = async (): Promise<boolean> => {
      await within(before, MAX_TURN_MS);
      if (open === group) open = null;
      return sendAll(queue, hits);
    };
    const group: Group = { hits, sent: turn() };
    last = group.sent;
    return group;
  }

  return {
    of: ({ queue, waitUntil }) => ({
      async record(hit) {
        if (!isWithinRate(hit.sendId, hit.at)) {
          dropped++;
          return false;
        }
        if (open) open.hits.push(hit);
        else {
          open = begin(queue, hit);
          waitUntil(open.sent);
        }
        const { sent } = open;
        const isSent = await within(sent, MAX_WAIT_MS);
        if (isSent === true) return true;
        dropped++;
        // Answered too early, but not lost after all.
        if (isSent === undefined) {
          waitUntil(sent.then((late) => void (dropped -= late ? 1 : 0)));
        }
        return false;
      },
      dropped: () => dropped,
      // The database is elsewhere, and whoever judges has an isolate of its own.
      leaveRoom: async () => undefined,
    }),
  };
}

/** The result of `work`, which never rejects, or undefined when it takes longer. */
const within = <T>(work: Promise<T>, ms: number): Promise<T | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, undefined);
    void work.then((result) => {
      clearTimeout(timer);
      resolve(result);
    });
  });

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

/** The hits in parts that fit a queue message. */
function messages(hits: readonly QueuedHit[]): QueuedHit[][] {
  const parts: QueuedHit[][] = [];
  let room = 0;
  for (const hit of hits) {
    const size = JSON.stringify(hit).length + 1;
    if (size > room) {
      parts.push([]);
      room = MAX_MESSAGE_CHARS;
    }
    parts.at(-1)?.push(hit);
    room -= size;
  }
  return parts;
}
