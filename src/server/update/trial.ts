import { claimDataDir } from "#server/data-dir.ts";
import { copyBefore, keepCopy, putBackCopy } from "./kept-copy.ts";
import { beginProbation, lastErrorOfProcess } from "./probation.ts";
import {
  type Installed,
  readReleaseState,
  type ReleaseState,
  RESTART_CODE,
  writeReleaseState,
} from "./state.ts";

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
      if (trial.backup !== null) putBackCopy(dataDir, trial.backup);
      const reason = trial.reason ?? `Version ${trial.version} ended before it was healthy.`;
      const failed = { version: trial.version, reason };
      writeReleaseState(dataDir, { ...state, trial: null, failed });
      return state.current;
    }
    const backup = copyBefore(dataDir, trial.version);
    keepCopy(dataDir, backup);
    writeReleaseState(dataDir, { ...state, trial: { ...trial, backup, attempts: 1 } });
  } finally {
    claim.release();
  }
  watch(dataDir);
  return trial;
}

/** The release on trial serves well: it is the one that runs, on probation for a while. */
export function confirmRelease(dataDir: string, version: string): void {
  const state = readReleaseState(dataDir);
  if (state?.trial?.version !== version) return;
  const { path, backup } = state.trial;
  const current = { version, path };
  writeReleaseState(dataDir, { ...state, current, trial: null, failed: null });
  beginProbation(dataDir, { version, former: state.current, backup });
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
  const words = lastErrorOfProcess();
  process.on("exit", (code) => {
    const how = words() ?? `ended with code ${code}; the log says more`;
    if (giveUp(`The new version did not come up: ${how}.`)) process.exitCode = RESTART_CODE;
  });
}
