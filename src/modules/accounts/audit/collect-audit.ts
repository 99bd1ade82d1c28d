import { markStatement, readMarks } from "#modules/accounts/settings/database-marks.ts";
import { databasesOf, type Deps, isApart } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { keepLines, selectCollected } from "./collect-store.ts";
import { selectLinesAfter } from "./lines-store.ts";

const AT_ONCE = 500;

type CollectDeps = Pick<Deps, "install" | "db" | "shards" | "now">;

/**
 * Brings the lines that deeds left in other databases than the install's into its log, which
 * admins read. The install knows how far each workspace's were taken, so that each comes once, however
 * often this is repeated; a database notes it as well, and is asked for nothing else.
 */
export async function collectAudit(deps: CollectDeps): Promise<void> {
  const others = (await databasesOf(deps)).slice(1);
  await Promise.all(others.map((db) => collectFrom({ ...deps, db })));
}

/** Sweep: the same of this database. */
export async function collectOwnAudit(deps: CollectDeps): Promise<void> {
  if (isApart(deps)) await collectFrom(deps);
}

async function collectFrom(deps: CollectDeps): Promise<void> {
  const { install, db } = deps;
  const { audit_collected: noted = 0 } = await readMarks(deps);
  const lines = await selectLinesAfter(db, noted, AT_ONCE);
  const last = lines.at(-1);
  if (!last) return;
  for (const [id, own] of Map.groupBy(lines, ({ workspaceId }) => workspaceId)) {
    // What belongs to no workspace is written in the install alone.
    if (id === null) continue;
    const from = await selectCollected(install, id);
    const news = own.filter((line) => line.id > from);
    if (news.length > 0) await keepLines(install, id, from, news, deps.now());
  }
  await runBatch(db, [markStatement(deps, { audit_collected: last.id })]);
}
