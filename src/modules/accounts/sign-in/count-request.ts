import type { Deps } from "#platform/ctx/ctx.ts";
import { type LimitRule, resetSeconds, type Taken, windowOf } from "#platform/ctx/limiter.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import { countInWindow } from "#platform/limits/window-store.ts";

/** Per user and minute; a key counts as one user. */
export const limitOf = (deps: Deps): LimitRule => ({
  name: "api",
  limit: deps.settings.API_LIMIT_PER_MINUTE,
  windowSeconds: 60,
});

/** Runs the query and counts the request: in memory, or in one batch with it. */
export async function countedAlong<Row>(
  deps: Deps,
  key: string,
  query: PromiseLike<readonly Row[]> & InstallStatement,
): Promise<{ rows: readonly Row[]; taken: Taken }> {
  const rule = limitOf(deps);
  const now = deps.now();
  const window = windowOf(rule, now);
  const reset = { resetSeconds: resetSeconds(rule, now) };
  if (deps.limiter.kind === "process") {
    const rows = await query;
    return { rows, taken: { count: deps.limiter.count(key, window), ...reset } };
  }
  const [rows, counts] = await deps.install.batch([
    query,
    countInWindow(deps.install, key, window),
  ]);
  return { rows: rows as readonly Row[], taken: { count: counts[0]?.count ?? 1, ...reset } };
}
