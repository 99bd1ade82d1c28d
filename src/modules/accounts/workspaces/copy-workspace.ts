import { leadsCounted } from "#modules/accounts/hooks.ts";
import { byDatabase, databasesOf, type Deps, inWorkspace, liesApart } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { deleteCopy, upsertCopy } from "./copy-store.ts";
import { selectChanged, type WorkspaceRow } from "./store.ts";

type CopyDeps = Pick<Deps, "db" | "shards" | "hooks">;

/**
 * Brings what the install says of a workspace to the database in which it lies, where its own
 * statements read it. After the change itself: until it is there, `mendCopies` brings it.
 */
export async function copyWorkspace(deps: CopyDeps, row: WorkspaceRow): Promise<void> {
  if (!liesApart(deps, row.id)) return;
  const { db } = inWorkspace(deps, row.id);
  await runBatch(db, [upsertCopy(db, row, deps.hooks.one(leadsCounted)(row.id))]);
}

/** The same for one that was just made, which nobody must be told to make again. */
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
export async function removeCopy(
  deps: Pick<Deps, "db" | "shards">,
  id: WorkspaceId,
): Promise<void> {
  if (liesApart(deps, id)) await deleteCopy(inWorkspace(deps, id).db, id);
}

/** Whoever changed a workspace and died before the copy has done so in this time. */
const LOOK_BACK_MS = DAY_MS;

/** Sweep: brings to each database what the install says of its workspaces and is not there. */
export async function mendCopies(deps: Deps): Promise<void> {
  if (!deps.shards) return;
  const changed = await selectChanged(deps.install, later(deps.now(), -LOOK_BACK_MS));
  const rows = changed.map((row) => ({ ...row, workspaceId: row.id }));
  const [first] = databasesOf(deps);
  const count = deps.hooks.one(leadsCounted);
  for (const [db, own] of byDatabase(deps, rows)) {
    if (db === first) continue;
    await runBatch(
      db,
      own.map(({ workspaceId, ...row }) => upsertCopy(db, row, count(workspaceId))),
    );
  }
}
