import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { metered, type UsageEntry } from "#platform/ctx/usage.ts";
import { runBatch } from "#platform/db/db.ts";
import { USAGE_MONTHS } from "#modules/operations/rules/costs.ts";
import { monthsBefore, utcMonth } from "#platform/rules/time.ts";
import { addUsage, deleteUsageBefore, selectDatabaseBytes } from "./store.ts";

type Keeping = Pick<Deps, "install" | "usage" | "now" | "log">;

/** The month in which each buffer last deleted old rows. */
const tidied = new WeakMap<Deps["usage"], string>();

/**
 * Writes what was counted, where it is worth a row: behind an answer, a job or a tick. Null where nothing
 * is. Never rejects: what cannot be written now waits for the next time. `all` writes whatever waits.
 */
export function keepUsage(deps: Keeping, all = false): Promise<void> | null {
  const entries = deps.usage.take(deps.now(), all);
  return entries.length === 0 ? null : metered(deps, {}, () => write(deps, entries));
}

async function write(deps: Keeping, entries: readonly UsageEntry[]): Promise<void> {
  const now = deps.now();
  const month = utcMonth(now);
  // With the install's own row, as ticks write it: what requests write stays one statement.
  const tidies =
    tidied.get(deps.usage) !== month && entries.some(({ workspaceId }) => workspaceId === null);
  try {
    const sized = await withSize(deps, entries);
    await runBatch(deps.install, [
      addUsage(deps.install, sized, now),
      ...(tidies ? [deleteUsageBefore(deps.install, monthsBefore(month, USAGE_MONTHS - 1))] : []),
    ]);
    if (tidies) tidied.set(deps.usage, month);
  } catch (cause) {
    deps.usage.putBack(entries, now);
    deps.log("usage.unwritten", { rows: entries.length, cause: describe(cause) }, "warn");
  }
}

/** With the size of the install's database in its own entry: D1 reported it, libSQL is asked. */
async function withSize(
  deps: Keeping,
  entries: readonly UsageEntry[],
): Promise<readonly UsageEntry[]> {
  const own = entries.find(({ workspaceId }) => workspaceId === null);
  if (!own || own.bytes !== null || own.used.rowsRead !== null) return entries;
  const bytes = await selectDatabaseBytes(deps.install).catch(() => null);
  return entries.map((entry) => (entry === own ? { ...entry, bytes } : entry));
}
