import { randomUUID } from "node:crypto";
import {
  JOURNAL_LINES,
  type JournalLine,
  type WriteJournalRequest,
  type WriteJournalResponse,
} from "#platform/wire/send-journal.ts";
import { describeBriefly, type Log } from "./log.ts";

/** Sends lines to a remote journal, in order, one group at a time. */
export type LineWriter = {
  /**
   * Resolves when the line is stored; false if it was rejected. Rejects after 20 s: an intent is
   * then dropped, any other line is sent when that is possible again.
   */
  write(line: JournalLine): Promise<boolean>;
  /** The line is sent with the next group, within a second; nothing waits for it. */
  writeSoon(line: JournalLine): void;
  /** Whether lines are accepted, checked again after a failure. */
  works(): Promise<boolean>;
  /** Sends the waiting lines, for at most `ms`. */
  close(ms: number): Promise<void>;
};

/** Together with the timeout of the check, well below what a server waits after its 354. */
const PATIENCE_MS = 20_000;
const SOON_MS = 1_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** Above this, nothing new is started until some of it was stored. */
const MOST_WAITING = 20_000;

type Waiting = {
  readonly line: JournalLine;
  readonly done: (isKept: boolean) => void;
};

/** `send` sends a group and returns the messages whose intents are rejected. */
export function createLineWriter(options: {
  readonly send: (request: WriteJournalRequest) => Promise<WriteJournalResponse>;
  readonly log: Log;
}): LineWriter {
  const { log } = options;
  const run = randomUUID();
  let turn = 0;
  const waiting = new Set<Waiting>();
  let busy = false;
  let isFailing = false;
  let closed = false;
  let soon: NodeJS.Timeout | undefined;

  async function send(lines: JournalLine[]): Promise<ReadonlySet<string>> {
    try {
      const { barred } = await options.send({ run, turn: ++turn, lines });
      isFailing = false;
      return new Set(barred);
    } catch (cause) {
      if (!isFailing) log("journal.unanswered", { cause: describeBriefly(cause) }, "warn");
      isFailing = true;
      throw cause;
    }
  }

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    clearTimeout(soon);
    soon = undefined;
    // Calls of one turn of the event loop are joined.
    await new Promise(setImmediate);
    for (let failures = 0; waiting.size > 0 && !closed;) {
      const group = [...waiting].slice(0, JOURNAL_LINES);
      try {
        const barred = await send(group.map(({ line }) => line));
        for (const one of group) {
          waiting.delete(one);
          one.done(one.line.t !== "intent" || !barred.has(one.line.try.message_id));
        }
        failures = 0;
      } catch {
        await pause(Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS));
      }
    }
    busy = false;
  }

  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        const one: Waiting = {
          line,
          done(isKept) {
            clearTimeout(timer);
            resolve(isKept);
          },
        };
        const timer = setTimeout(() => {
          const cause = new Error("the journal did not respond in time");
          if (line.t === "intent") {
            waiting.delete(one);
            // The caller of an outcome reports the failure itself.
            log("journal.write_failed", { cause: describeBriefly(cause) }, "error");
          }
          reject(cause);
        }, PATIENCE_MS);
        waiting.add(one);
        void pump();
      }),
    writeSoon(line) {
      waiting.add({ line, done: () => {} });
      soon ??= setTimeout(() => void pump(), SOON_MS);
    },
    async works() {
      if (waiting.size > MOST_WAITING) return false;
      if (!isFailing || busy) return !isFailing;
      return send([]).then(
        () => true,
        () => false,
      );
    },
    async close(ms) {
      const until = Date.now() + ms;
      void pump();
      while (waiting.size > 0 && Date.now() < until) await pause(20);
      closed = true;
      clearTimeout(soon);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
