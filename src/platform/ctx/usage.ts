import { currentTally, inTally, newTally, noteUse, type Tally } from "#platform/db/tally.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS, utcMonth } from "#platform/rules/time.ts";
import { addUse, NO_USE, shareUse, type Use } from "#platform/rules/use.ts";
import type { Job, QueuedHit } from "./job.ts";
import type { Queue } from "./ports.ts";

/** What is kept of a workspace and a month until it is written; null: the install's own. */
export type UsageEntry = {
  readonly workspaceId: WorkspaceId | null;
  readonly month: string;
  readonly used: Use;
  readonly bytes: number | null;
  /** Since when it waits. */
  readonly since: UnixMs;
};

/**
 * Counters on their way to their rows, one for each process or isolate. It holds numbers by workspace
 * alone, nothing that belongs to a request.
 */
export type UsageBuffer = {
  add(tally: Tally, at: UnixMs): void;
  /** Takes out what is worth a row, or all of it. */
  take(at: UnixMs, all?: boolean): readonly UsageEntry[];
  /** Puts back what could not be written, to wait once more. */
  putBack(entries: readonly UsageEntry[], at: UnixMs): void;
};

/*
 * An entry is written when its row is at most 1 % of what it counts, or has waited for so long that
 * the row is 1.7 % of what ticks with nothing to do write in that time (3 rows a minute).
 */
const WORTH_ROWS = 100;
const WAITS_MS = 20 * MINUTE_MS;

/** An empty buffer. */
export function usageBuffer(): UsageBuffer {
  const waiting = new Map<string, UsageEntry>();
  function put(entry: UsageEntry): void {
    const key = `${entry.workspaceId ?? 0} ${entry.month}`;
    const known = waiting.get(key);
    waiting.set(key, {
      ...entry,
      used: addUse(known?.used ?? NO_USE, entry.used),
      bytes: entry.bytes ?? known?.bytes ?? null,
      since: known?.since ?? entry.since,
    });
  }
  return {
    add({ used, bytes, owner, shares }, since) {
      const month = utcMonth(since);
      const parts: readonly (readonly [WorkspaceId | null, Use])[] =
        owner !== undefined || shares.size === 0 ? [[owner ?? null, used]] : shareUse(used, shares);
      for (const [workspaceId, part] of parts) {
        put({ workspaceId, month, used: part, bytes: workspaceId === null ? bytes : null, since });
      }
    },
    take(at, all = false) {
      const taken: UsageEntry[] = [];
      for (const [key, entry] of waiting) {
        const age = at - entry.since;
        // A clock that was put back must not hold it up.
        const isOld = age >= WAITS_MS || age < 0;
        if (!all && !isOld && (entry.used.rowsWritten ?? 0) < WORTH_ROWS) continue;
        waiting.delete(key);
        taken.push(entry);
      }
      return taken;
    },
    putBack(entries, at) {
      for (const entry of entries) put({ ...entry, since: at });
    },
  };
}

/** Where metered work is counted. */
export type Metered = { readonly usage: UsageBuffer; readonly now: () => UnixMs };

/** Runs `work` and counts what it uses, beside what is known before: once it is over, and what outlasts it. */
export async function metered<T>(
  deps: Metered,
  known: Partial<Use>,
  work: () => Promise<T>,
): Promise<T> {
  const tally = newTally(known);
  const settle = (): void => {
    deps.usage.add(tally, deps.now());
    tally.used = NO_USE;
    tally.bytes = null;
  };
  try {
    return await inTally(tally, work);
  } finally {
    settle();
    tally.late = settle;
  }
}

/** The work of now is for a workspace, among others: its use is divided by weight. */
export function usedBy(workspaceId: WorkspaceId, weight = 1): void {
  const shares = currentTally()?.shares;
  shares?.set(workspaceId, (shares.get(workspaceId) ?? 0) + weight);
}

/** The work of now is for that workspace alone, or for the install (null), whatever it reads in between. */
export function usedOnlyBy(workspaceId: WorkspaceId | null): void {
  const tally = currentTally();
  if (tally) tally.owner = workspaceId;
}

/** What a queue counts as one operation; a longer message is several. */
const OPERATION_CHARS = 64 * 1024;

/** Operations for each write, read or deletion of a message. Of all messages, those with hits alone may be long. */
export const operationsOf = (job: Job): number =>
  job.type === "hits.record.v1" ? Math.ceil(JSON.stringify(job).length / OPERATION_CHARS) : 1;

/**
 * Counts the requests of pixels and links, and the writing of their message, for their workspaces: the
 * requests themselves count nothing, since they are millions.
 */
export function noteHits(hits: readonly QueuedHit[], queueOperations: number): void {
  noteUse({ requests: hits.length, queueOperations });
  for (const { workspaceId } of hits) usedBy(workspaceId);
}

/** The same queue, which counts what is written to it. */
export const meteredQueue = (queue: Queue): Queue => ({
  async send(job, options) {
    await queue.send(job, options);
    noteUse({ queueOperations: operationsOf(job) });
  },
});
