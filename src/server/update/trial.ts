import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { claimDataDir } from "#server/data-dir.ts";
import { DATABASE_FILE } from "#server/database-file.ts";
import { pruneReleases } from "./prune-releases.ts";
import { RESTART_CODE } from "./restart-code.ts";
import { type Installed, readReleaseState, type ReleaseState, writeReleaseState } from "./state.ts";

/** A release that is not healthy by then is given up; its migrations run in that time. */
const TRIAL_MS = 10 * 60_000;

type Trial = NonNullable<ReleaseState["trial"]>;

/**
 * At the first attempt keeps a copy of the database and answers the release on trial; at a later
 * one gives it up: puts that copy back and answers the release that served before.
 */
export async function tryRelease(
  dataDir: string,
  state: ReleaseState,
  trial: Trial,
): Promise<Installed | null> {
  // Nothing else may have the database open; what a crash left behind is ended.
  const claim = await claimDataDir(dataDir, "http://127.0.0.1:0", null);
  try {
    if (trial.attempts > 0) {
      if (trial.backup !== null) putBack(dataDir, trial.backup);
      const reason = trial.reason ?? `Version ${trial.version} ended before it was healthy.`;
      const failed = { version: trial.version, reason };
      writeReleaseState(dataDir, { ...state, trial: null, failed });
      return state.current;
    }
    const backup = join(dataDir, "backups", `before-${trial.version}.db`);
    keepCopy(dataDir, backup);
    writeReleaseState(dataDir, { ...state, trial: { ...trial, backup, attempts: 1 } });
  } finally {
    claim.release();
  }
  watch(dataDir);
  return trial;
}

/** The release on trial serves well: from now on it is the one that runs. */
export function confirmRelease(dataDir: string, version: string): void {
  const state = readReleaseState(dataDir);
  if (state?.trial?.version !== version) return;
  const { path } = state.trial;
  writeReleaseState(dataDir, { current: { version, path }, trial: null, failed: null });
  pruneReleases(dataDir, version);
}

/** Asks for another start when this process ends, or does not become healthy, on trial. */
function watch(dataDir: string): void {
  const giveUp = (reason: string): boolean => {
    const state = readReleaseState(dataDir);
    if (!state?.trial) return false;
    const { trial } = state;
    writeReleaseState(dataDir, { ...state, trial: { ...trial, reason: trial.reason ?? reason } });
    return true;
  };
  setTimeout(() => {
    if (giveUp("The new version was not healthy in time.")) process.exit(RESTART_CODE);
  }, TRIAL_MS).unref();
  process.on("exit", (code) => {
    if (giveUp(`The new version ended with code ${code} before it was healthy; the log says more.`))
      process.exitCode = RESTART_CODE;
  });
}

const BESIDE = ["", "-wal", "-shm"];

/** The closed database, with whatever its log still holds; cheap where the file system can share blocks. */
function keepCopy(dataDir: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  for (const suffix of BESIDE) {
    rmSync(to + suffix, { force: true });
    const from = join(dataDir, DATABASE_FILE) + suffix;
    if (existsSync(from)) copyFileSync(from, to + suffix, constants.COPYFILE_FICLONE);
  }
}

/** The copy is kept: a kill half-way is repeated by the next start. */
function putBack(dataDir: string, from: string): void {
  const file = join(dataDir, DATABASE_FILE);
  copyFileSync(from, `${file}.restored`, constants.COPYFILE_FICLONE);
  for (const suffix of ["-wal", "-shm"]) {
    rmSync(file + suffix, { force: true });
    if (existsSync(from + suffix)) copyFileSync(from + suffix, file + suffix);
  }
  renameSync(`${file}.restored`, file);
}
