import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { type MailFacts, unparsedMail } from "./parse-mail.ts";
import type { ParseAnswer, ParseTask } from "./parse-thread.ts";

/** Parses mails in a separate thread, so that a malicious one never blocks the process. */
export type MailParser = {
  /**
   * Parses one mail. A mail that takes too long, or ends the thread, is returned as `unparsed` with
   * its envelope. Rejects only if no thread can be started: then the mail is requested again.
   */
  parse(
    raw: Uint8Array,
    facts: MailFacts,
    options?: { readonly reports?: boolean | undefined },
  ): Promise<InboundMail>;
  close(): void;
};

/** The slowest mail that is accepted needs about a second. */
const LIMIT_MS = 5_000;
/** A report of 64 MB needs a second, on a busy machine some. */
const REPORT_LIMIT_MS = 15_000;
/** Loading the parser on a machine that is very busy. */
const START_MS = 30_000;
const HEAP_MB = 256;
const THREAD = join(import.meta.dirname, "parse-thread.ts");

/**
 * Parses one mail after the other in a thread that is ended when a mail takes more than `limitMs`.
 */
export function createMailParser({ limitMs = LIMIT_MS } = {}): MailParser {
  let thread: Promise<Worker> | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  async function start(): Promise<Worker> {
    const worker = new Worker(THREAD, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    // The waiting call gets the error; without a listener it would end the process.
    worker.on("error", () => {});
    // The first message means ready: loading does not count as parsing.
    await once(worker, "message", { signal: AbortSignal.timeout(START_MS) });
    return worker;
  }

  async function inThread(task: ParseTask): Promise<InboundMail> {
    thread ??= start();
    const worker = await thread.catch((cause: unknown) => {
      thread = null;
      throw cause;
    });
    try {
      // Rejects as well when the thread ends with an error, such as a full heap.
      const limit = task.reports ? Math.max(limitMs, REPORT_LIMIT_MS) : limitMs;
      const answer = once(worker, "message", { signal: AbortSignal.timeout(limit) });
      worker.postMessage(task);
      const [mail] = (await answer) as [ParseAnswer];
      return mail;
    } catch {
      thread = null;
      void worker.terminate();
      return unparsedMail(task.raw, task.facts);
    }
  }

  return {
    parse(raw, facts, { reports = false } = {}) {
      const mine = turn.then(() => inThread({ raw, facts, reports }));
      turn = mine.catch(() => {});
      return mine;
    },
    close() {
      void thread?.then(
        (worker) => worker.terminate(),
        () => {},
      );
      thread = null;
    },
  };
}
