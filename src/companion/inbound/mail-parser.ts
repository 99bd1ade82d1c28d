import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { InboundMail } from "#contract/mail-reading.ts";
import { type MailFacts, parseMail, unparsedMail } from "./parse-mail.ts";
import type { ParseAnswer, ParseTask } from "./parse-thread.ts";

/** Parses mails without letting a hostile one hold up the process (threat 34). */
export type MailParser = {
  /** Never rejects; a mail that takes too long comes back as `unparsed`. */
  parse(raw: Uint8Array, facts: MailFacts): Promise<InboundMail>;
  close(): void;
};

/** Below it even the worst input takes milliseconds. */
const HERE_BELOW_BYTES = 64 * 1024;
const LIMIT_MS = 5_000;
const HEAP_MB = 256;
const THREAD = join(import.meta.dirname, "parse-thread.ts");

/** Small mails are parsed at once; large ones one after the other in a thread that is ended after 5 s. */
export function createMailParser(): MailParser {
  let thread: Worker | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const worker = new Worker(THREAD, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    // Whoever waits for an answer hears of it; without a listener it would end the process.
    worker.on("error", () => {});
    return worker;
  }

  async function inThread(task: ParseTask): Promise<InboundMail> {
    const worker = (thread ??= start());
    const limit = AbortSignal.timeout(LIMIT_MS);
    try {
      // Rejects as well when the thread ends with an error, such as a full heap.
      const answer = once(worker, "message", { signal: limit });
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
    parse(raw, facts) {
      if (raw.byteLength < HERE_BELOW_BYTES) return parseMail(raw, facts);
      const mine = turn.then(() => inThread({ raw, facts }));
      turn = mine;
      return mine;
    },
    close() {
      void thread?.terminate();
      thread = null;
    },
  };
}
