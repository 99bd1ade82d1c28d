import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "@libsql/client";
import { BEGIN_IDS, IDS_UNBEGUN, idsBefore } from "#platform/db/ids-apart.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { openDatabaseFile } from "#server/database.ts";
import { applyMigrations, type Migration } from "#server/migrate.ts";

/** What new files are copied from; named so that it is nobody's. */
const TEMPLATE = "empty.db";

/**
 * Begins files that are not there yet, as copies of one that each process migrates once: all
 * migrations from the first one on would hold everybody up for a tenth of a second and more.
 */
export function beginFiles(migrations: readonly Migration[]): (path: string) => Promise<void> {
  let template: Promise<string> | null = null;
  return async (path) => {
    if (existsSync(path)) return;
    template ??= makeTemplate(join(dirname(path), TEMPLATE), migrations);
    const begun = `${path}.new`;
    try {
      copyFileSync(await template, begun);
    } catch (cause) {
      // The next one makes another.
      template = null;
      throw cause;
    }
    // At once, so that a kill leaves no part of a file.
    renameSync(begun, path);
  };
}

async function makeTemplate(path: string, migrations: readonly Migration[]): Promise<string> {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  const client = await openDatabaseFile(`file:${path}`);
  try {
    await applyMigrations(client, migrations);
    // Everything into the one file.
    await client.execute("PRAGMA journal_mode = DELETE");
  } finally {
    client.close();
  }
  return path;
}

/** Gives tables that are new in a workspace's database the beginning of their ids. */
export async function keepIdsApart(client: Client, id: WorkspaceId): Promise<void> {
  const { rows } = await client.execute(IDS_UNBEGUN);
  if (rows.length > 0) await client.execute({ sql: BEGIN_IDS, args: [idsBefore(id)] });
}
