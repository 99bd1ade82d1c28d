import { setImmediate as others, setTimeout as wait } from "node:timers/promises";
import { describe } from "#platform/ctx/log.ts";
import { nextMove } from "./record.ts";
import { runMove, StoppedError } from "./run-move.ts";
import type { Parts } from "./way.ts";

/** A slice is followed by as much time for everybody else, up to this. */
const MOST_PAUSE_MS = 50;
/** What failed for another reason than the move itself is tried again, as after a full disk. */
const AGAIN_MS = 5_000;

/** Moves workspaces of the running product, one at a time. */
export type Mover = {
  /** Between two ticks: takes up what is asked for, and lets a move come to its decision. */
  turn(): Promise<void>;
  /** Ends between two slices; the next process goes on. */
  stop(): Promise<void>;
};

/** `settled` waits for all work that may know a workspace by its former place. */
export function startMover(parts: Omit<Parts, "pause" | "alone">): Mover {
  let isStopped = false;
  let running: Promise<void> | null = null;
  let notBefore = 0;
  let last: { readonly work: () => Promise<void>; readonly done: () => void } | null = null;
  let pausedAt = performance.now();
  const stopping = Promise.withResolvers<never>();
  stopping.promise.catch(() => undefined);
  const settled = (): Promise<void> => Promise.race([parts.settled(), stopping.promise]);

  async function pause(): Promise<void> {
    if (isStopped) throw new StoppedError();
    const took = performance.now() - pausedAt;
    await (took < 2 ? others() : wait(Math.min(took, MOST_PAUSE_MS)));
    if (isStopped) throw new StoppedError();
    pausedAt = performance.now();
  }

  async function alone(work: () => Promise<void>): Promise<void> {
    if (isStopped) throw new StoppedError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    last = {
      work: () => work().then(resolve, reject),
      done: () => reject(new StoppedError()),
    };
    await promise;
  }

  async function run(): Promise<void> {
    try {
      const next = await nextMove(parts.client);
      if (next) await runMove({ ...parts, settled, pause, alone }, next);
    } catch (cause) {
      if (cause instanceof StoppedError) return;
      notBefore = performance.now() + AGAIN_MS;
      parts.deps.log("workspace.not_moved", { cause: describe(cause) }, "error");
    }
  }

  return {
    async turn() {
      if (isStopped) return;
      const decision = last;
      last = null;
      await decision?.work();
      if (running === null && performance.now() >= notBefore) {
        running = run().finally(() => (running = null));
      }
    },
    async stop() {
      isStopped = true;
      stopping.reject(new StoppedError());
      last?.done();
      await running;
    },
  };
}
