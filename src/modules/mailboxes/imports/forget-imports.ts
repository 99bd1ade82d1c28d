import type { Deps } from "#platform/ctx/ctx.ts";
import type { Db } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { deleteImports, selectEndedBefore, selectOldest } from "./forget-store.ts";

/** What became of a file is of use as long as somebody may ask; after this nobody does. */
const KEPT_MS = 90 * DAY_MS;
const IMPORTS_AT_ONCE = 20;

/** Sweep: forgets imports of mailboxes that ended long ago, with their rows. The mailboxes stay. */
export async function forgetOldImports({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteImports(db, await selectOldest(db, later(now(), -KEPT_MS), IMPORTS_AT_ONCE));
}

/** Forgets a workspace's imports that ended before; answers whether that were all. */
export async function forgetImports(
  db: Db,
  workspaceId: WorkspaceId,
  before: UnixMs,
): Promise<boolean> {
  const old = await selectEndedBefore(db, workspaceId, before, IMPORTS_AT_ONCE);
  await deleteImports(db, old);
  return old.length < IMPORTS_AT_ONCE;
}
