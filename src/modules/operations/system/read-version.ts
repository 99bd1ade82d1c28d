import type { SystemUpdate, SystemVersion } from "#modules/operations/contract/system.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { isNewer } from "#platform/rules/version.ts";
import { readInstall } from "#modules/accounts/install/install-values.ts";
import { AppError } from "#platform/rules/errors.ts";
import { presentUpdate } from "./present.ts";
import { settleUpdates } from "./settle-updates.ts";
import { selectLastUpdate, selectSchemaVersion, selectUpdate } from "./store.ts";

/** What runs here, and on which schema. */
export async function readVersion(deps: Deps): Promise<SystemVersion> {
  await settleUpdates(deps);
  const [schema, last, { release_seen: seen }] = await Promise.all([
    selectSchemaVersion(deps.db),
    selectLastUpdate(deps.db),
    readInstall(deps, ["release_seen"]),
  ]);
  const { build, runtime } = deps.installer;
  return {
    version: build.version,
    commit: build.commit,
    built_at: build.builtAt,
    runtime,
    schema_version: schema,
    last_update: last && presentUpdate(last),
    // What was newer then may have been installed since.
    newer_version: seen?.version && isNewer(seen.version, build.version) ? seen.version : null,
  };
}

/** One update. Throws `not_found`. */
export async function readUpdate(deps: Deps, id: number): Promise<SystemUpdate> {
  await settleUpdates(deps);
  const row = await selectUpdate(deps.db, id);
  if (!row) throw new AppError("not_found", "Update not found.");
  return presentUpdate(row);
}
