import { describeBriefly, type Log } from "#companion/log.ts";

/** Reports new mail to the app, many mailboxes at a time. */
export type Arrivals = { add(id: string): void; stop(): void };

/** Mail often arrives in small groups. */
const GATHER_MS = 30;
const RETRY_MS = 1_000;
/** If the report fails, the app finds the mail itself within half a minute. */
const TRIES = 5;

/** `report` gets the ids that were added since the last call; one call at a time. */
export function createArrivals(
  report: (ids: readonly string[]) => Promise<void>,
  { log, retryMs = RETRY_MS }: { readonly log: Log; readonly retryMs?: number },
): Arrivals {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let failures = 0;

  function plan(ms: number): void {
    if (busy || timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(() => void flush(), ms);
  }

  async function flush(): Promise<void> {
    timer = undefined;
    busy = true;
    const ids = [...waiting];
    waiting.clear();
    try {
      await report(ids);
      failures = 0;
    } catch (cause) {
      log("arrivals.unreported", { mailboxes: ids.length, cause: describeBriefly(cause) }, "warn");
      if (++failures < TRIES) for (const id of ids) waiting.add(id);
      else failures = 0;
    }
    busy = false;
    plan(failures > 0 ? retryMs : GATHER_MS);
  }

  return {
    add(id) {
      waiting.add(id);
      plan(GATHER_MS);
    },
    stop() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
