import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "#server/data-dir.ts";
import { StartError } from "#server/start-error.ts";
import { runProgram } from "#server/update/program.ts";
import { WORKSPACES_DIR, workspacesWithFile } from "#server/workspaces/open-workspaces.ts";
import { workspaceFileName } from "#server/workspaces/workspace-files.ts";
import { backupsDir, type Backup, nameOfBackup } from "./backup.ts";

/**
 * A backup of the data directory while it is in use, by a process of its own: copying a large
 * database must not delay requests. Throws `StartError`.
 */
export async function writeBackup(
  dataDir: string,
  options: { signal: AbortSignal },
): Promise<Backup> {
  const database = join(dataDir, DATABASE_FILE);
  const files = workspacesWithFile(dataDir).map((id) =>
    join(dataDir, WORKSPACES_DIR, workspaceFileName(id)),
  );
  const needed = [database, ...files]
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + statSync(file).size * 2, 0);
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < needed) {
    throw new StartError(`the disk of ${dataDir} has no room for two copies of the database`);
  }
  const directory = join(backupsDir(dataDir), nameOfBackup());
  const program = join(import.meta.dirname, "main.ts");
  await runProgram(process.execPath, [program, directory, "--for-update"], {
    cwd: process.cwd(),
    env: { ...process.env, DATA_DIR: dataDir },
    signal: options.signal,
  });
  return {
    name: directory.slice(dataDir.length + 1),
    directory,
    database: join(directory, DATABASE_FILE),
  };
}
