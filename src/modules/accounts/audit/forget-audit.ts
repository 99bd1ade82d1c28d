import { readMarks } from "#modules/accounts/settings/database-marks.ts";
import { type Deps, isApart } from "#platform/ctx/ctx.ts";
import type { AnyDb } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { deleteUpTo, selectFirst } from "./lines-store.ts";

/** Lines that one sweep deletes of a database. */
const AT_ONCE = 1_000;

type ForgetDeps = Pick<Deps, "install" | "db" | "shards" | "now" | "settings">;

/**
 * Sweep: forgets lines of the audit log that are older than the setting AUDIT_DAYS, the first ones
 * that were written; 0 keeps them for ever.
 */
export async function forgetAudit(deps: ForgetDeps): Promise<void> {
  const before = beginning(deps);
  if (before !== null) await forgetFirst(deps.install, before, Infinity);
}

/** Sweep: the same of a workspace's own database, where lines go once they are in the install's log. */
export async function forgetOwnAudit(deps: ForgetDeps): Promise<void> {
  const before = isApart(deps) ? beginning(deps) : null;
  if (before === null) return;
  const { audit_collected: collected = 0 } = await readMarks(deps);
  await forgetFirst(deps.db, before, collected);
}

/** From when on lines are kept; null: all are. */
const beginning = ({ settings, now }: ForgetDeps): UnixMs | null =>
  settings.AUDIT_DAYS === 0 ? null : later(now(), -settings.AUDIT_DAYS * DAY_MS);

/**
 * Lines stand in the order in which they came, so it is enough to look at the first ones. One that
 * came late, from another database, waits for those before it.
 */
async function forgetFirst(db: AnyDb, before: UnixMs, upTo: number): Promise<void> {
  const isOld = (line: { readonly id: number; readonly at: UnixMs }): boolean =>
    line.at < before && line.id <= upTo;
  const [first] = await selectFirst(db, 1);
  if (!first || !isOld(first)) return;
  const lines = await selectFirst(db, AT_ONCE);
  const young = lines.findIndex((line) => !isOld(line));
  const last = lines.at(young < 0 ? -1 : young - 1);
  if (last) await deleteUpTo(db, last.id);
}
