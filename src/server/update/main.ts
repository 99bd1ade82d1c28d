import { setTimeout as wait } from "node:timers/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import { noteFailure, noteStep } from "#modules/operations/system/note-update.ts";
import { openUpdate } from "#modules/operations/system/open-update.ts";
import { ownBuild } from "#server/own-build.ts";
import { runCommand } from "#server/command.ts";
import { runningOn } from "#server/data-dir.ts";
import { openDatabase } from "#server/database.ts";
import { nodeParts, withCompanion } from "#server/deps.ts";
import { readEnvironment } from "#server/environment.ts";
import { freshSecrets } from "#server/secrets.ts";
import { settingsOfInstall } from "#server/settings-of-install.ts";
import { StartError } from "#server/start-error.ts";
import { goBack } from "./go-back.ts";
import { nodeInstaller } from "./installer.ts";
import { prepareUpdate } from "./perform-update.ts";
import { readReleaseState } from "./state.ts";
import { startForTrial } from "./start-for-trial.ts";

/*
 * `npm run update` brings the install to the newest release of RELEASES_URL, whether it runs or
 * not: what POST /api/v1/admin/system/update does. A version that does not come up is given up, and
 * everything is as it was. `npm run update -- --back [--yes] [--offline]` says what going back to the version
 * before forgets, and with `--yes` does it; the install has to be stopped.
 */
await runCommand(import.meta.filename, async () => {
  const { values } = parseArgs({
    options: {
      back: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      offline: { type: "boolean", default: false },
    },
  });
  const settings = settingsOfInstall();
  if (values.back) return goBack(settings, { sure: values.yes, look: !values.offline });
  const dataDir = settings.DATA_DIR;
  const running = runningOn(dataDir);
  if (running !== null && !running.isSupervised) {
    throw new StartError("Outrider runs here, but not by npm start: stop it first.");
  }
  const version = await prepare(dataDir);
  if (running === null) await startForTrial(() => isSettled(dataDir));
  else {
    // The running product ends in order and is started again by what started it.
    process.kill(running.pid, "SIGUSR2");
    while (!isSettled(dataDir)) await wait(200);
  }
  const failed = readReleaseState(dataDir)?.failed ?? null;
  if (failed !== null) throw new StartError(`${failed.reason} ${ownBuild().version} serves again.`);
  console.log(`Outrider is ${version} now.`);
});

/** Everything up to the trial; prints each step. Answers the version. */
async function prepare(dataDir: string): Promise<string> {
  const parsed = parseSettings({ ...freshSecrets(), ...readEnvironment() });
  const settings = { ...parsed, DATA_DIR: resolve(dataDir) };
  const { client, db } = await openDatabase(settings);
  try {
    const log = (): void => undefined;
    const { signal } = new AbortController();
    const common = { settings, build: ownBuild(), install: db, now: systemNow, log, signal };
    // Only asked for the feed here; the restart is this command's own.
    const installer = nodeInstaller({ ...common, restart: () => undefined });
    const parts = nodeParts({
      settings,
      db,
      queue: { send: async () => undefined },
      log,
      installer,
    });
    const deps: Deps = withCompanion(parts, "http://127.0.0.1:9");
    const { id, release } = await openUpdate({ ...deps, clientAddress: "command line" }, null);
    console.log(`${ownBuild().version} -> ${release.version}`);
    try {
      await prepareUpdate(release, {
        dataDir,
        signal,
        async progress(at) {
          console.log(`  ${at.step}`);
          await noteStep({ install: db }, id, at);
        },
      });
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : "It failed.";
      await noteFailure(deps, id, detail);
      throw cause;
    }
    return release.version;
  } finally {
    client.close();
  }
}

/** The new version serves, or was given up. */
function isSettled(dataDir: string): boolean {
  return readReleaseState(dataDir)?.trial === null;
}
