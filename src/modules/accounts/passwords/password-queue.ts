import { AppError } from "#platform/rules/errors.ts";

/** At the same time: each holds a thread of the pool for about 150 ms, and files and DNS need threads too. */
const AT_ONCE = 2;
/** Waiting beside them: about 1.5 s of work on a machine with nothing else to do. */
const WAITING = 20;
/** On a busy machine fewer wait: nobody longer than about this. */
const LONGEST_WAIT_MS = 3_000;
const RETRY_SECONDS = 2;

let running = 0;
/** What one took lately, from its turn to its end. */
let lookMs = 0;
const waiting: (() => void)[] = [];

/** Throws `rate_limited` where a password would have to wait too long. Costs nothing, so ask it first. */
export function assertPasswordPlace(): void {
  if (running < AT_ONCE) return;
  const waitMs = ((waiting.length + 1) / AT_ONCE) * lookMs;
  if (waiting.length < WAITING && waitMs < LONGEST_WAIT_MS) return;
  throw new AppError(
    "rate_limited",
    `Too many sign-ins at the moment. Try again in ${RETRY_SECONDS} s.`,
    { headers: { "Retry-After": String(RETRY_SECONDS) } },
  );
}

/** Does costly work on a password when it is its turn. Throws as `assertPasswordPlace`. */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  assertPasswordPlace();
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running++;
  const began = performance.now();
  try {
    return await work();
  } finally {
    lookMs += (performance.now() - began - lookMs) / 4;
    // The place goes to the next in line, so nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
