import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Client } from "@libsql/client";
import { openLibsql } from "#platform/db/libsql.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { ownBuild } from "#server/own-build.ts";
import { DATABASE_FILE } from "#server/data-dir.ts";
import { isDiskFull } from "#server/disk.ts";
import { assertWhole } from "#server/database.ts";
import { StartError } from "#server/start-error.ts";
import {
  WORKSPACES_DIR,
  workspacesIn,
  workspacesWithFile,
} from "#server/workspaces/open-workspaces.ts";
import { type PlaceName, placesIn } from "#server/workspaces/places.ts";
import { workspaceFileName } from "#server/workspaces/workspace-files.ts";
import { type BackupManifest, JOURNAL_FILE, manifestOf, SECRETS_FILE, sha256Of } from "./backup.ts";

/** A writer that is at work is waited for. */
const BUSY_MS = 30_000;

/**
 * Writes a backup of a data directory to `directory`, which must be new: the database as one
 * consistent file, checked, then those of workspaces, and the companion's journal after them; the
 * secrets where asked. The product may run meanwhile. Throws `StartError`, having removed what it began.
 */
export async function makeBackup(
  dataDir: string,
  directory: string,
  options: {
    withSecrets: boolean;
    forUpdate: boolean;
    /** Where workspaces lie that were never moved, if any has a file. */
    usually?: PlaceName;
  },
): Promise<BackupManifest> {
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) throw new StartError(`There is no database at ${database}.`);
  if (existsSync(directory)) throw new StartError(`${directory} is there already: name a new one.`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    await copyDatabase(database, join(directory, DATABASE_FILE));
    const workspaces = await copyWorkspaces(dataDir, directory, options.usually ?? "file");
    // After the databases: what was sent in between is then in the journal, and not sent again.
    const others = [JOURNAL_FILE, ...(options.withSecrets ? [SECRETS_FILE] : [])];
    const there = others.filter((name) => existsSync(join(dataDir, name)));
    for (const name of there) copyFileSync(join(dataDir, name), join(directory, name));
    const files = await Promise.all(
      [DATABASE_FILE, ...workspaces, ...there].map(async (name) => {
        const file = join(directory, name);
        chmodSync(file, 0o600);
        return { name, bytes: statSync(file).size, sha256: await sha256Of(file) };
      }),
    );
    const manifest = {
      version: ownBuild().version,
      created_at: iso(systemNow()),
      files,
      ...(options.forUpdate && { for_update: true }),
    };
    writeFileSync(manifestOf(directory), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    return manifest;
  } catch (cause) {
    rmSync(directory, { recursive: true, force: true });
    if (isDiskFull(cause)) {
      throw new StartError(
        `The disk of ${directory} is full: the backup was removed again. Make room, or name a directory on another disk.`,
      );
    }
    throw cause;
  }
}

/**
 * The files of workspaces behind the first database, so that none of them is older than what that
 * says of it: what was brought from them since is brought once more (restore-backup.ts). Answers
 * their names in the backup.
 */
async function copyWorkspaces(
  dataDir: string,
  directory: string,
  usually: PlaceName,
): Promise<readonly string[]> {
  const there = new Set(workspacesWithFile(dataDir));
  if (there.size === 0) return [];
  const first = openLibsql(`file:${join(directory, DATABASE_FILE)}`);
  const { ids, isEmpty, places } = await workspacesAndPlaces(first).finally(() => first.close());
  const isApart = (id: WorkspaceId): boolean => (places.get(id) ?? usually) === "file";
  if (!ids.some(isApart)) return [];
  mkdirSync(join(directory, WORKSPACES_DIR), { mode: 0o700 });
  const names: string[] = [];
  for (const id of ids.filter(isApart)) {
    const name = join(WORKSPACES_DIR, workspaceFileName(id));
    if (there.has(id) && existsSync(join(dataDir, name))) {
      await copyDatabase(join(dataDir, name), join(directory, name));
      names.push(name);
    } else if (!isEmpty(id)) {
      throw new StartError(
        `${join(dataDir, name)} is missing; if workspace ${id} was deleted for good just now, try again.`,
      );
    }
  }
  return names;
}

const workspacesAndPlaces = async (client: Client) => ({
  ...(await workspacesIn(client)),
  places: await placesIn(client),
});

/** `VACUUM INTO` reads one moment of the database, even during writes. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = openLibsql(`file:${from}`, { timeoutMs: BUSY_MS });
  try {
    await source.execute(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
  } finally {
    source.close();
  }
  const copy = openLibsql(`file:${to}`);
  try {
    await assertWhole(copy);
  } finally {
    copy.close();
  }
}
