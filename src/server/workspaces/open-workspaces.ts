import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Client, ResultSet } from "@libsql/client";
import type { Log } from "#platform/ctx/log.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import type { Db } from "#platform/db/db.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { openDatabaseFile } from "#server/database.ts";
import { applyMigrations, readMigrations } from "#server/migrate.ts";
import { ROOT } from "#server/own-build.ts";
import { StartError } from "#server/start-error.ts";
import { keepIdsApart } from "./begin-file.ts";
import { thawDoor } from "./door.ts";
import { type PlaceName, placesIn } from "./places.ts";
import { workspaceFileName, type WorkspaceFiles, workspaceFiles } from "./workspace-files.ts";

/** Where the files of workspaces lie below DATA_DIR. */
export const WORKSPACES_DIR = "workspaces";
/** Where a database is divided (split-database.ts). */
export const SPLITTING_DIR = "splitting";
const FILE = /^(\d{1,6})\.db$/;

type Place = Pick<Settings, "DATABASES" | "DATA_DIR" | "DATABASE_URL">;

/**
 * The databases of workspaces as DATABASES and the moves since say, over the migrated first one; null
 * where that is a server's. Throws `StartError` where the rows lie otherwise than these say.
 */
export async function openWorkspaces(
  settings: Place,
  first: { readonly client: Client; readonly db: Db },
  log: Log,
): Promise<WorkspaceFiles | null> {
  const ids = await idsOfFiles(settings, first.client);
  if (ids === null) return null;
  await thawDoor(first.client);
  const migrations = await readMigrations(join(ROOT, "drizzle"));
  const directory = directoryOf(settings);
  const fresh = settings.DATABASES === "one" ? "one" : "file";
  return workspaceFiles({
    directory,
    first: first.db,
    client: first.client,
    ids,
    fresh,
    migrations,
    log,
  });
}

/**
 * Calls `work` with the database of each workspace, migrated, one after the other; nothing where one
 * database holds everything. For programs beside the product.
 */
export async function eachWorkspaceFile(
  settings: Place,
  first: Client,
  work: (client: Client, id: WorkspaceId) => Promise<void>,
): Promise<void> {
  const ids = await idsOfFiles(settings, first);
  const migrations = await readMigrations(join(ROOT, "drizzle"));
  for (const id of ids ?? []) {
    const path = join(directoryOf(settings), workspaceFileName(id));
    // One that was made when everything stopped has none yet.
    if (!existsSync(path)) continue;
    const client = await openDatabaseFile(`file:${path}`);
    try {
      await applyMigrations(client, migrations);
      await keepIdsApart(client, id);
      await work(client, id);
      await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      client.close();
    }
  }
}

/** The numbers of the workspaces that have a file in a data directory. */
export function workspacesWithFile(dataDir: string): readonly number[] {
  const directory = join(dataDir, WORKSPACES_DIR);
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((name) => {
    const [, id] = FILE.exec(name) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
}

/** Every workspace of the install, and those of which no row was written yet, as its first database says. */
export async function workspacesIn(
  client: Client,
): Promise<{ readonly ids: readonly WorkspaceId[]; readonly isEmpty: (id: number) => boolean }> {
  const { rows } = await client.execute("SELECT id FROM workspaces ORDER BY id");
  // What copy-workspace.ts marks: its row, the first one there, was not brought to its database.
  const marks = await client.execute(
    "SELECT key FROM install_settings WHERE key GLOB 'workspace_uncopied:*'",
  );
  const empty = new Set(columnTexts(marks, "key").map((key) => key.split(":")[1]));
  return {
    ids: rows.map((row) => asId<WorkspaceId>(Number(row["id"]))),
    isEmpty: (id) => empty.has(`${id}`),
  };
}

/** A value of a column of texts; "" where there is none. */
export const columnText = (value: unknown): string => (typeof value === "string" ? value : "");

/** A column of texts. */
export const columnTexts = ({ rows }: Pick<ResultSet, "rows">, column: string): readonly string[] =>
  rows.map((row) => columnText(row[column]));

const directoryOf = ({ DATA_DIR }: Place): string => join(DATA_DIR, WORKSPACES_DIR);

/** The workspaces with a file each; null where all lie in the database of a server. */
async function idsOfFiles(settings: Place, first: Client): Promise<readonly WorkspaceId[] | null> {
  const { DATABASES, DATABASE_URL, DATA_DIR } = settings;
  if (existsSync(join(DATA_DIR, SPLITTING_DIR))) {
    throw new StartError(
      "npm run databases -- per_workspace was interrupted: run it again before the start.",
    );
  }
  if (DATABASE_URL !== undefined) {
    if (DATABASES === "one") return null;
    throw new StartError(
      "DATABASES=per_workspace keeps files in DATA_DIR: leave DATABASE_URL out, or set DATABASES=one.",
    );
  }
  const { ids, isEmpty } = await workspacesIn(first);
  const places = await placesIn(first);
  const files = new Set(workspacesWithFile(DATA_DIR));
  if (DATABASES === "one" && ids.some((id) => files.has(id) && !places.has(id))) {
    throw new StartError(
      `DATABASES=one, but the workspaces lie in a file each in ${directoryOf(settings)}: set DATABASES=per_workspace.`,
    );
  }
  const apart = ids.filter((id) => (places.get(id) ?? usual(settings)) === "file");
  const [missing] = apart.filter((id) => !files.has(id) && !isEmpty(id));
  if (missing === undefined) return apart;
  throw new StartError(
    apart.some((id) => files.has(id)) || places.has(missing)
      ? `${join(directoryOf(settings), workspaceFileName(missing))} is missing: put it back, or restore a backup.`
      : `DATABASES=per_workspace, but the ${apart.length} workspaces lie in one database: run npm run databases -- per_workspace, or set DATABASES=one.`,
  );
}

/** Where workspaces lie that were never moved. */
export const usual = ({ DATABASES }: Pick<Settings, "DATABASES">): PlaceName =>
  DATABASES === "one" ? "one" : "file";
