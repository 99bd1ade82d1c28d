import type { Deps } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";

/** As long as an answer may be cached. */
const KEPT_MS = MINUTE_MS;
const MAX_KEPT = 500;

type Kept = { readonly until: UnixMs | number; readonly value: Promise<unknown> };

/** By process or isolate, which has one set of settings. */
const memory = new WeakMap<object, Map<string, Kept>>();

/** What `make` answers, made at most once a minute for each key; a failure is not kept. */
export async function keptForAMinute<T>(
  deps: Deps,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const kept = memory.get(deps.settings) ?? new Map<string, Kept>();
  memory.set(deps.settings, kept);
  const now = deps.now();
  const known = kept.get(key);
  // What stands under a key was made by a call with that key, which names its kind.
  if (known && known.until > now) return known.value as Promise<T>;
  if (kept.size >= MAX_KEPT) kept.clear();
  const value = make();
  kept.set(key, { until: now + KEPT_MS, value });
  try {
    return await value;
  } catch (cause) {
    kept.delete(key);
    throw cause;
  }
}
