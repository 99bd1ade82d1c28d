import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { FoundRoute } from "#platform/rules/dns/route.ts";
import type { AddressInLine } from "./judge.ts";
import { type AddressSource, type Found, lookAhead } from "./look-ahead.ts";

/** Results are written this often, each time in one transaction; sooner where there are that many. */
const WRITE_EVERY_MS = 100;
const MOST_PER_WRITE = 200;
/** Answers are kept this often while one lead delays the results of those after it. */
const KEEP_EVERY_MS = 1_000;
/** Questions under way at the end are waited for so long: what comes later is asked again. */
const SETTLE_MS = 1_000;
/** Answers that are kept with one write: well below the megabyte of one parameter. */
const ROUTES_PER_WRITE = 1_000;

export type OrderedRun<L extends AddressInLine> = AddressSource<L> & {
  /** Ends early so long after the first result, so that others get their turn. */
  readonly sliceMs: number;
  /** Writes the next results. False: they are not wanted any more, and nothing was written. */
  write(found: readonly Found<L>[], routes: readonly [string, FoundRoute][]): Promise<boolean>;
  /** Keeps answers beyond the leads that were written. */
  keep(routes: readonly [string, FoundRoute][]): Promise<void>;
};

/** `end`: every lead has its result. `more`: the time is up. `lost`: somebody stopped it. */
export type RunEnd = "end" | "more" | "lost";

/**
 * Validates leads one after the other in order, each result written as soon as all before
 * it are. At least one is written, unless no request is allowed any more.
 */
export async function validateInOrder<L extends AddressInLine>(
  ctx: WorkspaceCtx,
  run: OrderedRun<L>,
): Promise<RunEnd> {
  const change = latch();
  const ahead = lookAhead(ctx, await ctx.tables.addresses(), run, change.open);
  let alarm: ReturnType<typeof setTimeout> | undefined;
  let firstWrite = Number.POSITIVE_INFINITY;
  let lastWrite = Number.NEGATIVE_INFINITY;
  let lastKept = performance.now();
  const pulse = setInterval(change.open, KEEP_EVERY_MS);
  ahead.begin();
  try {
    for (;;) {
      ahead.assertWell();
      if (ahead.isDone()) return "end";
      const isLast = performance.now() - firstWrite >= run.sliceMs;
      const ready = ahead.ready();
      if (ready > 0) {
        const wait = lastWrite + WRITE_EVERY_MS - performance.now();
        if (wait <= 0 || ready >= MOST_PER_WRITE || isLast || ahead.isIdle()) {
          const found = ahead.take(MOST_PER_WRITE);
          lastWrite = performance.now();
          lastKept = lastWrite;
          if (!(await run.write(found, ahead.takeRoutes(ROUTES_PER_WRITE)))) return "lost";
          firstWrite = Math.min(firstWrite, lastWrite);
          if (isLast) return "more";
          continue;
        }
        clearTimeout(alarm);
        alarm = setTimeout(change.open, wait);
      } else if (isLast || ahead.isIdle()) {
        return "more";
      } else if (performance.now() - lastKept >= KEEP_EVERY_MS) {
        const routes = ahead.takeRoutes(ROUTES_PER_WRITE);
        if (routes.length > 0) await run.keep(routes);
        lastKept = performance.now();
      }
      await change.opened();
    }
  } finally {
    ahead.close();
    const until = performance.now() + SETTLE_MS;
    while (!ahead.isIdle() && performance.now() < until) await change.opened();
    clearInterval(pulse);
    clearTimeout(alarm);
    for (let routes = ahead.takeRoutes(ROUTES_PER_WRITE); routes.length > 0;) {
      await run.keep(routes);
      routes = ahead.takeRoutes(ROUTES_PER_WRITE);
    }
  }
}

/** Lets one waiter pass each time it is opened, also when it was opened before. */
function latch(): { open: () => void; opened: () => Promise<void> } {
  let isOpen = false;
  let pass: (() => void) | null = null;
  return {
    open: () => {
      isOpen = true;
      pass?.();
    },
    opened: async () => {
      if (!isOpen) await new Promise<void>((go) => (pass = go));
      isOpen = false;
      pass = null;
    },
  };
}
