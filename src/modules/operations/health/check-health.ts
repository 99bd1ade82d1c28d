import type { Health } from "#modules/operations/contract/health.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { saveLastTick, selectLastTick } from "./store.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** A tick later than this is shown as late: cron alone comes each minute. */
const TICK_LATE_MS = 5 * MINUTE_MS;

/** What works right now. Never throws. */
export async function checkHealth(deps: Deps): Promise<Health> {
  const [tick, companion, disk] = await Promise.all([
    lastTick(deps),
    companionState(deps),
    diskState(deps),
  ]);
  const checks = {
    database: tick === "down" ? ("down" as const) : ("ok" as const),
    queue: "ok" as const,
    companion,
    tick: tick === "down" ? ("never" as const) : tick,
    disk,
  };
  const fine = checks.tick === "ok" && companion === "ok" && disk !== "full";
  return {
    status: checks.database === "down" ? "down" : fine ? "ok" : "degraded",
    checks,
    hits_dropped: deps.hits.dropped(),
  };
}

/** Notes that the sweeper ran. */
export const noteTick = (deps: Deps): Promise<void> => saveLastTick(deps.install, deps.now());

async function lastTick(deps: Deps): Promise<"ok" | "late" | "never" | "down"> {
  try {
    const at = await selectLastTick(deps.install);
    if (at === null) return "never";
    return deps.now() - at > TICK_LATE_MS ? "late" : "ok";
  } catch {
    return "down";
  }
}

async function companionState(deps: Deps): Promise<"ok" | "down" | "none"> {
  if (deps.settings.COMPANION_URL === undefined) return "none";
  return (await deps.mail.healthy()) ? "ok" : "down";
}

async function diskState(deps: Deps): Promise<"ok" | "low" | "full" | "none"> {
  try {
    return (await deps.disk?.look())?.state ?? "none";
  } catch {
    // It cannot be read: the database says more.
    return "none";
  }
}

/** When the install last looked for due work; null before the first time. */
export const lastTickAt = (deps: Deps): Promise<UnixMs | null> => selectLastTick(deps.install);
