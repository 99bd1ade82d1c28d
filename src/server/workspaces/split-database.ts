import { existsSync, linkSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Client, InStatement } from "@libsql/client";
import { tablesOfWorkspace } from "#modules/operations/clients/purge-clients.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { nameOfBackup } from "#server/backup/backup.ts";
import { DATABASE_FILE } from "#server/data-dir.ts";
import { assertWhole, openDatabaseFile } from "#server/database.ts";
import { applyMigrations, type Migration, readMigrations } from "#server/migrate.ts";
import { ROOT } from "#server/own-build.ts";
import { StartError } from "#server/start-error.ts";
import { keepIdsApart } from "./begin-file.ts";
import { placesIn } from "./places.ts";
import {
  SPLITTING_DIR,
  WORKSPACES_DIR,
  workspacesIn,
  workspacesWithFile,
  columnTexts,
} from "./open-workspaces.ts";
import { workspaceFileName } from "./workspace-files.ts";

const TABLES_OF_WORKSPACE = tablesOfWorkspace();

/** What each database makes of its own: its history, what it has copied or indexed, and its search indexes. */
const OF_EACH =
  /^(?:sqlite_.*|d1_migrations|migration_hashes|hit_batches|message_index|suppression_copies|(?:lead|message)_search.*)$/;

/** The index of leads is made as they come in. What reacts to changes of people must not react to a copy. */
const KEPT_TRIGGER = "lead_search_insert";

/**
 * Divides the database of a stopped install: the rows of each workspace go to a file of its own, under
 * their ids, and the install's stay. Everything is written beside it, compared, and put in place at
 * once; killed anywhere, it is repeated. Answers how many workspaces there are, and where the former
 * database is kept. Throws `StartError`.
 */
export async function splitDatabase(
  settings: Pick<Settings, "DATA_DIR">,
): Promise<{ workspaces: number; aside: string | null }> {
  const { DATA_DIR: dataDir } = settings;
  const stage = join(dataDir, SPLITTING_DIR);
  const isInPlace = existsSync(join(dataDir, WORKSPACES_DIR));
  if (!existsSync(stage)) await assertTogether(dataDir);
  if (isInPlace && !existsSync(stage)) {
    throw new StartError(
      `${join(dataDir, WORKSPACES_DIR)} is there already: set DATABASES=per_workspace.`,
    );
  }
  if (isInPlace) {
    putInPlace(dataDir, stage);
    return { workspaces: workspacesWithFile(dataDir).length, aside: null };
  }
  rmSync(stage, { recursive: true, force: true });
  assertRoom(dataDir);
  mkdirSync(join(stage, WORKSPACES_DIR), { recursive: true, mode: 0o700 });
  const whole = join(dataDir, DATABASE_FILE);
  const migrations = await readMigrations(join(ROOT, "drizzle"));
  const source = await openDatabaseFile(`file:${whole}`);
  let workspaces = 0;
  try {
    await applyMigrations(source, migrations);
    await assertWhole(source);
    await source.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    const { ids } = await workspacesIn(source);
    workspaces = ids.length;
    for (const id of ids) {
      await copyWorkspace(
        whole,
        join(stage, WORKSPACES_DIR, workspaceFileName(id)),
        id,
        migrations,
      );
    }
    await copyInstall(whole, join(stage, DATABASE_FILE), migrations);
  } finally {
    source.close();
  }
  const aside = join(dataDir, `before-split-${nameOfBackup()}`);
  mkdirSync(aside, { mode: 0o700 });
  linkSync(whole, join(aside, DATABASE_FILE));
  putInPlace(dataDir, stage);
  return { workspaces, aside };
}

/** Single workspaces that were moved already would be divided once more. Throws `StartError`. */
async function assertTogether(dataDir: string): Promise<void> {
  const client = await openDatabaseFile(`file:${join(dataDir, DATABASE_FILE)}`);
  const places = await placesIn(client).finally(() => client.close());
  const [apart] = [...places].find(([, place]) => place === "file") ?? [];
  if (apart === undefined) return;
  throw new StartError(
    `Workspace ${apart} lies in a file already: bring it back with npm run move -- ${apart} --to one, or move the others as well.`,
  );
}

/**
 * The last steps, each of which may be the one that was reached before. The file is not opened here:
 * what this process has had open under its name may still delete the log of that name.
 */
function putInPlace(dataDir: string, stage: string): void {
  const workspaces = join(stage, WORKSPACES_DIR);
  if (existsSync(workspaces)) renameSync(workspaces, join(dataDir, WORKSPACES_DIR));
  const first = join(dataDir, DATABASE_FILE);
  if (existsSync(join(stage, DATABASE_FILE))) {
    for (const suffix of ["-wal", "-shm"]) rmSync(first + suffix, { force: true });
    renameSync(join(stage, DATABASE_FILE), first);
  }
  rmSync(stage, { recursive: true, force: true });
}

async function copyWorkspace(
  whole: string,
  to: string,
  id: WorkspaceId,
  migrations: readonly Migration[],
): Promise<void> {
  await into(to, whole, migrations, async (client) => {
    await keepIdsApart(client, id);
    const own = `WHERE workspace_id = ${id}`;
    const copied = [
      ...(await Promise.all(TABLES_OF_WORKSPACE.map((name) => copyOf(client, name, own)))),
      await copyOf(client, "workspaces", `WHERE id = ${id}`),
      // A day's answers by hash, sealed: whichever of them this workspace gave are among them.
      await copyOf(client, "idempotency_keys", ""),
    ];
    await client.batch([...(await withoutTriggers(client, copied))], "write");
    for (const name of TABLES_OF_WORKSPACE) await assertSame(client, name, own);
    await client.execute("INSERT INTO lead_search (lead_search) VALUES ('integrity-check')");
  });
}

async function copyInstall(
  whole: string,
  to: string,
  migrations: readonly Migration[],
): Promise<void> {
  await into(to, whole, migrations, async (client) => {
    const tables = "SELECT name FROM main.sqlite_master WHERE type = 'table'";
    const names = columnTexts(await client.execute(tables), "name").filter(
      (name) => !OF_EACH.test(name) && !TABLES_OF_WORKSPACE.includes(name),
    );
    const copied = [
      ...names.map((name) => `DELETE FROM main.${name}`),
      ...(await Promise.all(names.map((name) => copyOf(client, name, "")))),
      // Ids that were handed out are not handed out again, also where their rows are gone.
      "DELETE FROM main.sqlite_sequence WHERE name <> 'd1_migrations'",
      "INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM whole.sqlite_sequence WHERE name <> 'd1_migrations'",
      // Every workspace lies in a file from now on.
      "DELETE FROM main.install_settings WHERE key GLOB 'workspace_place:*'",
      // Counted beside the leads.
      "UPDATE main.workspaces SET lead_count = 0",
    ];
    await client.batch(copied, "write");
    for (const name of names) await assertSame(client, name, "");
  });
}

/** Makes a database, with the one that is divided beside it as `whole`. */
async function into(
  to: string,
  whole: string,
  migrations: readonly Migration[],
  copy: (client: Client) => Promise<void>,
): Promise<void> {
  const client = await openDatabaseFile(`file:${to}`);
  try {
    await applyMigrations(client, migrations);
    await client.execute(`ATTACH '${whole.replaceAll("'", "''")}' AS whole`);
    await copy(client);
    await client.execute("DETACH whole");
    await assertWhole(client);
    await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    // One file, which may be renamed; opening it brings the log back.
    await client.execute("PRAGMA journal_mode = DELETE");
  } finally {
    client.close();
  }
}

/** What copies rows of a table, but what the table itself makes of them. */
async function copyOf(client: Client, name: string, where: string): Promise<string> {
  const own = `SELECT name FROM pragma_table_xinfo('${name}', 'main') WHERE hidden = 0`;
  const columns = columnTexts(await client.execute(own), "name")
    .map((column) => `"${column}"`)
    .join(", ");
  return `INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM whole.${name} ${where}`;
}

async function withoutTriggers(
  client: Client,
  statements: readonly string[],
): Promise<readonly InStatement[]> {
  const triggers = await client.execute({
    sql: "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND name <> ?",
    args: [KEPT_TRIGGER],
  });
  return [
    ...columnTexts(triggers, "name").map((name) => `DROP TRIGGER main.${name}`),
    ...statements,
    ...columnTexts(triggers, "sql"),
  ];
}

async function assertSame(client: Client, name: string, where: string): Promise<void> {
  const { rows } = await client.execute(
    `SELECT (SELECT count(*) FROM main.${name}) AS copied, (SELECT count(*) FROM whole.${name} ${where}) AS there`,
  );
  const [row] = rows;
  if (row?.["copied"] === row?.["there"]) return;
  throw new StartError(`Rows of ${name} are missing in the copy: nothing was changed.`);
}

/** The copy has every row once more, and the logs by which they come. */
function assertRoom(dataDir: string): void {
  const needed = statSync(join(dataDir, DATABASE_FILE)).size * 2.5;
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < needed) {
    throw new StartError(
      `The disk of ${dataDir} has no room: ${Math.ceil(needed / 1e6)} MB needed.`,
    );
  }
}
