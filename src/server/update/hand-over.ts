import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isNewer } from "#platform/rules/version.ts";
import { ownBuild } from "#server/own-build.ts";
import { readEnvironment } from "#server/environment.ts";
import { StartError } from "#server/start-error.ts";
import { type Installed, readReleaseState, RESTART_CODE } from "./state.ts";

/** Set for the release that was chosen, so that it does not choose again. */
const CHOSEN = "OUTRIDER_RELEASE";

/**
 * The program that serves: this one, or the newer release that an update put into DATA_DIR. A
 * release on trial is watched, and given up where it does not come up. Throws `StartError`.
 */
export async function programToRun(own: string): Promise<string> {
  const dataDir = resolve(readEnvironment()["DATA_DIR"] ?? ".outrider");
  const isChosen = process.env[CHOSEN] !== undefined;
  let state = readReleaseState(dataDir);
  if (state !== null && state.probation !== null) {
    const { goBackIfItDied } = await import("./probation.ts");
    const wentBack = await goBackIfItDied(dataDir, ownBuild().version);
    // Started by the sources that it goes back to, or by those that know how to find them.
    if (wentBack && isChosen) process.exit(RESTART_CODE);
    state = readReleaseState(dataDir);
  }
  if (isChosen || state === null) return own;
  let next: Installed | null = state.current;
  if (state.trial !== null) {
    // Rarely needed, so loaded only then.
    const { tryRelease } = await import("./trial.ts");
    next = await tryRelease(dataDir, state, state.trial);
  }
  if (next === null || !isNewer(next.version, ownBuild().version)) return own;
  const main = join(next.path, "src/server/main.ts");
  if (!existsSync(main)) {
    throw new StartError(
      `Release ${next.version} of this install is gone from ${next.path}: bring it back, or put sources of that version or a newer one in this place.`,
    );
  }
  process.env[CHOSEN] = next.version;
  return pathToFileURL(main).href;
}
