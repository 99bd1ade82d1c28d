import { releaseFeed } from "#app/adapters/release-feed.ts";
import type { Log } from "#platform/ctx/log.ts";
import { describe } from "#platform/ctx/log.ts";
import type { Build, Installer } from "#platform/ctx/ports.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { InstallDb } from "#platform/db/db.ts";
import { noteFailure, noteStep } from "#modules/operations/system/note-update.ts";
import { StartError } from "#server/start-error.ts";
import { prepareUpdate } from "./perform-update.ts";

/** Ends this process in order and starts the program again; null where nothing would start it. */
export type Restart = (() => void) | null;

/** How one machine takes a new version: beside the running one, tried at a restart. */
export function nodeInstaller(given: {
  settings: Settings;
  build: Build;
  install: InstallDb;
  now: () => UnixMs;
  log: Log;
  restart: Restart;
  signal: AbortSignal;
}): Installer {
  const { settings, build, install, log, restart, signal } = given;
  return {
    build,
    runtime: `node ${process.versions.node}`,
    firstStep: "download",
    feed: releaseFeed,
    obstacle: () => obstacleOf(settings, restart),
    restorePoint: async () => null,
    async begin({ id, release }) {
      const work = prepareUpdate(release, {
        dataDir: settings.DATA_DIR,
        signal,
        progress: (at) => noteStep({ install }, id, at),
      });
      // The request's answer does not wait for minutes of work.
      void work.then(
        () => restart?.(),
        async (cause: unknown) => {
          if (signal.aborted) return;
          log("update.failed", { update: id, cause: describe(cause) }, "error");
          const isExpected = cause instanceof StartError;
          const detail = isExpected ? cause.message : "It failed for a reason that is in the log.";
          await noteFailure(given, id, detail);
        },
      );
    },
  };
}

/** Why an update cannot be made here, and what to do instead. */
export function obstacleOf({ DATABASE_URL }: Settings, restart: Restart): string | null {
  if (DATABASE_URL !== undefined) {
    return "The database is the server of DATABASE_URL, which cannot be copied from here: take a restore point there, stop Outrider, put the new sources in place and start it.";
  }
  if (restart === null) {
    return "This process was not started by npm start, so nothing would start the new version: update its image or sources instead.";
  }
  return null;
}
