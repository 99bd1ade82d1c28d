import type { Deps } from "#platform/ctx/ctx.ts";
import { type LimitRule, resetSeconds, type Taken, windowOf } from "#platform/ctx/limiter.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { countInWindow, deleteWindowsBefore, selectCount } from "./window-store.ts";

/** Counts one request against a rule. */
export async function takeFromLimit(deps: Deps, key: string, rule: LimitRule): Promise<Taken> {
  const now = deps.now();
  const window = windowOf(rule, now);
  const count =
    deps.limiter.kind === "process"
      ? deps.limiter.count(key, window)
      : ((await countInWindow(deps.install, key, window))[0]?.count ?? 1);
  return { count, resetSeconds: resetSeconds(rule, now) };
}

/** How much of a limit is used, without counting a request: for limits on failures. */
export async function seenOfLimit(deps: Deps, key: string, rule: LimitRule): Promise<Taken> {
  const now = deps.now();
  const window = windowOf(rule, now);
  const count =
    deps.limiter.kind === "process"
      ? deps.limiter.seen(key, window)
      : ((await selectCount(deps.install, key, window))[0]?.count ?? 0);
  return { count, resetSeconds: resetSeconds(rule, now) };
}

/** Sweep: windows that are long over. */
export async function forgetOldWindows(deps: Deps): Promise<void> {
  if (deps.limiter.kind === "database") {
    await deleteWindowsBefore(deps.install, Math.floor((deps.now() - HOUR_MS) / 1_000));
  }
}
