import { leadsCounted } from "#modules/accounts/hooks.ts";
import { type Deps, inWorkspace, liesApart } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { type InstallStatement, runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { deleteCopy, upsertCopy } from "./copy-store.ts";
import { everyWorkspace } from "./list-workspaces.ts";
import type { WorkspaceRow } from "./store.ts";
import { type Changed, markCopied, markUncopied, selectUncopied } from "./uncopied-store.ts";

/*
 * The install's row of a workspace is the truth; where the workspace lies in another database, a copy
 * of it lies there, which its own statements read. A change of the row marks it in the same batch
 * (`uncopied`) and copies it after that.
 */

type CopyDeps = Pick<Deps, "install" | "db" | "shards" | "hooks">;

/** For the batch that makes or changes a workspace, after the change: it is copied whatever comes. */
export const uncopied = (
  deps: Pick<Deps, "install" | "shards" | "now">,
  which: Changed,
): readonly InstallStatement[] =>
  deps.shards ? [markUncopied(deps.install, which, deps.now())] : [];

/** Brings what the install says of a workspace to the database in which it lies. */
export async function copyWorkspace(deps: CopyDeps, row: WorkspaceRow): Promise<void> {
  if (!deps.shards) return;
  await deps.shards.add?.(row.id, row.createdAt);
  if (liesApart(deps, row.id)) {
    const { db } = inWorkspace(deps, row.id);
    await runBatch(db, [upsertCopy(db, row, deps.hooks.one(leadsCounted)(row.id))]);
  }
  await markCopied(deps.install, row);
}

/** The same for one that was just made, which no mark has to ask for again. */
export async function copyNewWorkspace(
  deps: CopyDeps & Pick<Deps, "log">,
  row: WorkspaceRow,
): Promise<void> {
  try {
    await copyWorkspace(deps, row);
  } catch (cause) {
    deps.log("workspace.uncopied", { workspace: row.id, cause: describe(cause) }, "warn");
  }
}

/** For a workspace that is about to go, after its rows. */
export async function removeCopy(deps: Deps, id: WorkspaceId): Promise<void> {
  if (liesApart(deps, id)) await deleteCopy(inWorkspace(deps, id).db, id);
}

/** After the install's row is gone: one that is killed between leaves an empty database, which nothing asks for. */
export async function removeDatabase(
  deps: Pick<Deps, "install" | "shards">,
  id: WorkspaceId,
): Promise<void> {
  if (!deps.shards?.remove || (await everyWorkspace(deps)).includes(id)) return;
  await deps.shards.remove(id);
}

const AT_ONCE = 100;

/** Sweep: copies what was changed by somebody who died before the copy. */
export async function copyChanged(deps: Deps): Promise<void> {
  if (!deps.shards) return;
  for (const row of await selectUncopied(deps.install, AT_ONCE)) await copyWorkspace(deps, row);
}
