import { everyWorkspace } from "#modules/accounts/workspaces/list-workspaces.ts";
import type { Deps, Shards } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { isWrite } from "#platform/db/along-writes.ts";
import type { AnyDb, Db } from "#platform/db/db.ts";
import { type Asked, overObject, type Answered } from "#platform/db/over-object.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import type { Env } from "#worker/env.ts";
import type { WorkspaceObject } from "#worker/workspace-object.ts";

/** The workspace in whose object this runs, with its database. */
export type OwnWorkspace = { readonly id: WorkspaceId; readonly db: AnyDb };

/** Databases that an isolate keeps with the queries that were written for them, those used last. */
const MOST_KEPT = 100;
const kept = new WeakMap<Env, Map<WorkspaceId, AnyDb>>();

/**
 * The databases of an install whose workspaces lie each in a Durable Object. Which there are is asked
 * of the install's rows whenever all are wanted: isolates are many, and none knows what another made.
 */
export function workspaceObjects(env: Env, install: AnyDb, own?: OwnWorkspace): Shards {
  // One for each workspace in all of an invocation: databases are compared.
  const used = new Map<WorkspaceId, Db>(own && [[own.id, own.db]]);
  const of = (id: WorkspaceId): Db => {
    const db = used.get(id) ?? keptOf(env, id);
    used.set(id, db);
    return db;
  };
  return {
    of,
    first: install,
    all: async () => [install, ...(await everyWorkspace({ install })).map(of)],
    add: (id, createdAt) => objectOf(env, id).begin(id, createdAt),
    remove: (id) => objectOf(env, id).remove(),
    apartTicks: { own: own?.id ?? null },
  };
}

function keptOf(env: Env, id: WorkspaceId): AnyDb {
  const all = kept.get(env) ?? new Map<WorkspaceId, AnyDb>();
  kept.set(env, all);
  const db = all.get(id) ?? overObject((asked) => ask(env, id, asked));
  all.delete(id);
  all.set(id, db);
  for (const oldest of all.keys()) {
    if (all.size <= MOST_KEPT) break;
    all.delete(oldest);
  }
  return db;
}

async function ask(
  env: Env,
  id: WorkspaceId,
  asked: readonly Asked[],
): Promise<readonly Answered[]> {
  const answered = await onceMore(asked, () => objectOf(env, id).batch(asked));
  // A purged workspace has its rows in none: the install's database has none of anybody.
  return answered ?? askD1(env.DB, asked);
}

/** An object that was moved or deployed again in between is asked again, unless it may have written. */
async function onceMore<T>(asked: readonly Asked[], run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const { retryable, overloaded } = cause as { retryable?: boolean; overloaded?: boolean };
    if (retryable !== true || overloaded === true || asked.some(([sql]) => isWrite(sql)))
      throw cause;
    return run();
  }
}

async function askD1(database: D1Database, asked: readonly Asked[]): Promise<readonly Answered[]> {
  const results = await database.batch<Record<string, string | number | null>>(
    asked.map(([sql, params]) => database.prepare(sql).bind(...params)),
  );
  return results.map(({ results: rows, meta }) => ({
    columns: Object.keys(rows[0] ?? {}),
    rows: rows.map((row) => Object.values(row)),
    changes: meta.changes,
    rowsRead: meta.rows_read,
    rowsWritten: meta.rows_written,
  }));
}

// A stub belongs to the request that made it.
function objectOf({ WORKSPACES }: Env, id: WorkspaceId): DurableObjectStub<WorkspaceObject> {
  if (!WORKSPACES) throw new Error("the binding WORKSPACES is missing");
  return WORKSPACES.getByName(`${id}`);
}

/** Minutes of a day: each object is asked once in so many. */
const TURNS = DAY_MS / MINUTE_MS;

/**
 * Asks a few objects, each once a day, whether their alarm is set: the platform gives one up that has
 * failed too often. An object without one takes its next tick at once.
 */
export async function wakeSome(
  env: Env,
  { install, log }: Pick<Deps, "install" | "log">,
  at: UnixMs | number,
): Promise<void> {
  const turn = Math.floor(at / MINUTE_MS) % TURNS;
  const ids = await everyWorkspace({ install });
  for (const id of ids.filter((one) => one % TURNS === turn)) {
    try {
      await objectOf(env, id).wake();
    } catch (cause) {
      log("workspace.unavailable", { workspace: id, cause: describe(cause) }, "error");
    }
  }
}
