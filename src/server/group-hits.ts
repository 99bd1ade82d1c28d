import type { Deps } from "#platform/ctx/ctx.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import { metered, noteHits, type UsageBuffer } from "#platform/ctx/usage.ts";
import type { HitRecorder } from "#platform/ctx/ports.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { hitRate } from "#modules/tracking/rules/rate.ts";
import { keepHits } from "#modules/tracking/hits/keep-hits.ts";
import { wakeJudges, type Woken } from "#modules/tracking/hits/wake-judges.ts";

/** An answer waits for its row no longer than this. */
const MAX_WAIT_MS = 300;
/** Hits that wait while the database is blocked; more are dropped. */
const MAX_WAITING = 50_000;
const LOG_EVERY_MS = 10_000;
/** From here on, hits take enough of the one thread that other work has to space itself out. */
const FLOOD_PER_SECOND = 1_000;
/** The time between two pieces of other work in a flood; a piece takes a few. */
const ROOM_MS = 20;

/** Hits that are written together. `kept` is shared by their requests. */
type Group = {
  readonly hits: QueuedHit[];
  readonly kept: Promise<boolean>;
  readonly settle: (kept: boolean) => void;
  /** Hits whose answer went out unrecorded, counted as dropped until they are written after all. */
  late: number;
};

/**
 * Keeps hits on one machine: those that arrive while a group is being written make the next one,
 * so a flood costs one commit for hundreds of hits. `record` resolves after the commit, or with
 * false after 300 ms, above the limit of its token, or when the write failed; each such hit counts
 * as dropped.
 */
export function groupHits(
  deps: Pick<Deps, "db" | "shards" | "now" | "log" | "queue"> & { usage?: UsageBuffer },
): HitRecorder {
  const isWithinRate = hitRate();
  const woken: Woken = new Map();
  const groups: Group[] = [];
  let open: Group | null = null;
  let writing = false;
  let waiting = 0;
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const flow = flowOf();
  let roomUntil = 0;

  function openGroup(): Group {
    const { promise: kept, resolve } = Promise.withResolvers<boolean>();
    const hits: QueuedHit[] = [];
    const timer = setTimeout(() => giveUp(group), MAX_WAIT_MS);
    const settle = (isKept: boolean): void => {
      clearTimeout(timer);
      resolve(isKept);
    };
    const group: Group = { hits, kept, settle, late: 0 };
    groups.push(group);
    // Everything that this turn of the event loop brings joins the group before it is written.
    if (!writing) setImmediate(() => void writeNext());
    return group;
  }

  function giveUp(group: Group): void {
    group.late = group.hits.length;
    dropped += group.late;
    if (open === group) open = null;
    group.settle(false);
  }

  async function writeNext(): Promise<void> {
    if (writing) return;
    writing = true;
    for (let group = groups.shift(); group; group = groups.shift()) {
      if (open === group) open = null;
      const isKept = await write(group.hits);
      waiting -= group.hits.length;
      if (isKept) dropped -= group.late;
      else if (group.late === 0) dropped += group.hits.length;
      group.settle(isKept);
    }
    writing = false;
  }

  async function write(hits: readonly QueuedHit[]): Promise<boolean> {
    try {
      const keep = () => keepHits(deps, hits);
      const { usage, now } = deps;
      await (usage ? metered({ usage, now }, {}, () => (noteHits(hits, 0), keep())) : keep());
    } catch (cause) {
      if (deps.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = deps.now();
        deps.log("hits.unwritten", { hits: hits.length, cause: describe(cause) }, "error");
      }
      return false;
    }
    void wakeJudges(deps, hits, woken);
    return true;
  }

  return {
    record(hit) {
      if (!isWithinRate(hit.sendId, hit.at) || waiting >= MAX_WAITING) {
        dropped++;
        return Promise.resolve(false);
      }
      waiting++;
      flow.count(deps.now());
      open ??= openGroup();
      open.hits.push(hit);
      return open.kept;
    },
    dropped: () => dropped,
    leaveRoom() {
      if (flow.perSecond(deps.now()) < FLOOD_PER_SECOND) {
        // A database in this process answers at once: without this nobody else would have a turn.
        return new Promise((resolve) => setImmediate(resolve));
      }
      const now = performance.now();
      roomUntil = Math.max(roomUntil, now) + ROOM_MS;
      return new Promise((resolve) => setTimeout(resolve, roomUntil - now));
    },
  };
}

/** How many hits come: those of this second or of the one before, whichever has more. */
function flowOf(): { count(at: UnixMs): void; perSecond(at: UnixMs): number } {
  let second = 0;
  let inThis = 0;
  let inLast = 0;
  const turnTo = (at: UnixMs): void => {
    const now = Math.floor(at / SECOND_MS);
    if (now === second) return;
    inLast = now === second + 1 ? inThis : 0;
    inThis = 0;
    second = now;
  };
  return {
    count(at) {
      turnTo(at);
      inThis++;
    },
    perSecond(at) {
      turnTo(at);
      return Math.max(inThis, inLast);
    },
  };
}
