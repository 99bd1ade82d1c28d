import { type Job, type Priority, PRIORITIES, priorityOf } from "#platform/ctx/job.ts";
import type { Log } from "#platform/ctx/log.ts";
import { describe } from "#platform/ctx/log.ts";
import type { Queue } from "#platform/ctx/ports.ts";
import type { Delivery } from "#app/jobs/consume.ts";

/**
 * Messages under way at once. Most wait for the network, so there are many more than cores; the
 * lower priorities may not take every place, or a slow avatar service would delay sends.
 */
const PLACES: Record<Priority, number> = { critical: 32, default: 16, low: 8 };
const ALL_PLACES = 32;
/**
 * Deliveries of webhooks have places of their own: each may wait 10 s for a receiver that is dead,
 * which must delay neither a send nor another receiver.
 */
const WEBHOOK_PLACES = 500;
/** Deliveries before a message is given up, as wrangler.toml has it for the hosted queues. */
const ATTEMPTS: Record<Priority, number> = { critical: 11, default: 11, low: 6 };
/** Waiting messages that are kept; beyond it they are dropped, and the tick finds their rows. */
const MOST_WAITING = 100_000;

/** Where a message waits. */
type Line = Priority | "webhooks";
const lineOf = (job: Job): Line =>
  job.type === "webhook.deliver.v1" ? "webhooks" : priorityOf(job);
const LINES: readonly Line[] = ["webhooks", ...PRIORITIES];

type Message = {
  readonly id: string;
  readonly job: Job & { readonly trace?: string };
  readonly attempts: number;
};

/** Keeps a message that was given up. */
export type Bury = (letter: { id: string; body: unknown; attempts: number }) => Promise<void>;

export type LocalQueue = Queue & {
  /** Begins to deliver; `work` settles each message, `bury` keeps those that are given up. */
  start(work: (message: Delivery) => Promise<void>, bury?: Bury): void;
  /**
   * Takes no further messages, works off what is due, and answers whether that ended within
   * `ms`. What is left is found again by the tick of the next start.
   */
  drain(ms: number): Promise<boolean>;
};

/** The queue of one machine: in memory, priorities in order, one message at a time to its verb. */
export function localQueue(log: Log): LocalQueue {
  const waiting: Record<Line, Message[]> = { webhooks: [], critical: [], default: [], low: [] };
  const running: Record<Line, number> = { webhooks: 0, critical: 0, default: 0, low: 0 };
  const timers = new Set<NodeJS.Timeout>();
  let work: ((message: Delivery) => Promise<void>) | null = null;
  let bury: Bury | null = null;
  let closed = false;
  let sent = 0;
  /** One was begun in this turn of the event loop. */
  let begun = false;
  let onIdle: (() => void) | null = null;

  const isIdle = (): boolean =>
    LINES.every((line) => running[line] === 0 && waiting[line].length === 0);

  function enqueue(message: Message, delaySeconds: number): void {
    if (closed) return;
    if (delaySeconds > 0) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        enqueue(message, 0);
      }, delaySeconds * 1_000);
      timers.add(timer);
      return;
    }
    const line = waiting[lineOf(message.job)];
    if (line.length >= MOST_WAITING) {
      log("queue.overflowed", { type: message.job.type }, "warn");
      return;
    }
    line.push(message);
    setImmediate(deliver);
  }

  /** Begins what has a place: of what computes one a turn, so that requests are answered in between. */
  function deliver(): void {
    while (work && running.webhooks < WEBHOOK_PLACES) {
      const message = waiting.webhooks.shift();
      if (!message) break;
      void settle("webhooks", message, work);
    }
    if (!work || begun) return;
    const busy = PRIORITIES.reduce((sum, priority) => sum + running[priority], 0);
    const next = PRIORITIES.find(
      (priority) => waiting[priority].length > 0 && running[priority] < PLACES[priority],
    );
    const message = next && busy < ALL_PLACES ? waiting[next].shift() : undefined;
    if (!next || !message) return;
    begun = true;
    setImmediate(() => {
      begun = false;
      deliver();
    });
    void settle(next, message, work);
  }

  async function settle(
    line: Line,
    message: Message,
    to: (message: Delivery) => Promise<void>,
  ): Promise<void> {
    running[line]++;
    const again = await attempt(message, to, log);
    running[line]--;
    if (again !== null) {
      if (message.attempts < ATTEMPTS[priorityOf(message.job)]) {
        enqueue({ ...message, attempts: message.attempts + 1 }, again);
      } else await giveUp(message);
    }
    deliver();
    if (onIdle && isIdle()) onIdle();
  }

  async function giveUp({ id, job, attempts }: Message): Promise<void> {
    if (!bury) return log("job.dead", { id, type: job.type }, "error");
    try {
      await bury({ id, body: job, attempts });
    } catch (cause) {
      log("job.lost", { id, type: job.type, cause: describe(cause) }, "error");
    }
  }

  return {
    async send(job, options) {
      sent++;
      const { delaySeconds = 0, trace } = options ?? {};
      const traced = trace === undefined ? job : { ...job, trace };
      enqueue({ id: `local-${sent}`, job: traced, attempts: 1 }, delaySeconds);
      // A sender of a thousand messages lets others run in between.
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    start(to, buryIn) {
      work = to;
      bury = buryIn ?? null;
      deliver();
    },
    drain(ms) {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      if (isIdle() || work === null) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), ms);
        onIdle = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
    },
  };
}

/** Hands a message to its verb; answers in how many seconds it is to be tried again, null for never. */
async function attempt(
  { id, job, attempts }: Message,
  to: (message: Delivery) => Promise<void>,
  log: Log,
): Promise<number | null> {
  let again: number | null = null;
  try {
    await to({
      id,
      body: job,
      attempts,
      ack: () => (again = null),
      retry: ({ delaySeconds }) => (again = delaySeconds),
    });
  } catch (cause) {
    log("queue.broke", { type: job.type, cause: describe(cause) }, "error");
    return 1;
  }
  return again;
}
