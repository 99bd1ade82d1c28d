import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { copyFile, constants, cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { DATABASE_FILE } from "#server/data-dir.ts";
import { readEnvironment } from "#server/environment.ts";
import { WORKSPACES_DIR } from "#server/workspaces/open-workspaces.ts";
import { runProgram } from "./program.ts";

/**
 * Lets a release migrate and serve a copy of the database, with nothing else at hand. Throws
 * `StartError` with what it said.
 */
export async function rehearse(
  directory: string,
  { backup, dataDir, signal }: { backup: string; dataDir: string; signal: AbortSignal },
): Promise<void> {
  const stage = join(directory, "rehearsal");
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { mode: 0o700 });
  try {
    await copyFile(backup, join(stage, DATABASE_FILE), constants.COPYFILE_FICLONE);
    const workspaces = join(dirname(backup), WORKSPACES_DIR);
    if (existsSync(workspaces)) {
      const mode = constants.COPYFILE_FICLONE;
      await cp(workspaces, join(stage, WORKSPACES_DIR), { recursive: true, mode });
    }
    const kept = join(dataDir, "secrets.env");
    const secrets = existsSync(kept) ? parseEnv(readFileSync(kept, "utf8")) : {};
    const env = { ...process.env, ...secrets, ...readEnvironment(), DATA_DIR: stage };
    await runProgram(process.execPath, ["src/toolchain.mjs", "src/server/rehearsal.ts"], {
      cwd: directory,
      env,
      signal,
    });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
