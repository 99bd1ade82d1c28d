import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Release } from "#contract/release.ts";
import type { UpdateStep } from "#contract/system.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { StartError } from "#server/start-error.ts";
import { download } from "./download.ts";
import { installPackages } from "./packages.ts";
import { rehearse } from "./rehearse.ts";
import { NO_RELEASES, readReleaseState, releasesDir, writeReleaseState } from "./state.ts";
import { unpack } from "./unpack.ts";

/** Where the work is told of. */
export type Progress = (at: { step: UpdateStep; restorePoint?: string }) => Promise<void>;

/**
 * Everything of an update up to the restart that tries the new version: download, backup, install,
 * rehearsal on a copy of the database. Until it returns nothing that runs was touched. Throws
 * `StartError` with what failed.
 */
export async function prepareUpdate(
  release: Release,
  at: { dataDir: string; signal: AbortSignal; progress: Progress },
): Promise<void> {
  const { dataDir, signal, progress } = at;
  const { version } = release;
  const directory = join(releasesDir(dataDir), version);
  const archive = `${directory}.tgz`;

  await progress({ step: "download" });
  await during("The download failed", async () => {
    writeReleaseState(dataDir, readReleaseState(dataDir) ?? NO_RELEASES);
    await download(release.artefact, archive, signal);
    await unpack(archive, directory, version);
  });
  rmSync(archive, { force: true });

  await progress({ step: "backup" });
  const backup = await during("The backup failed", () => writeBackup(dataDir, { signal }));
  await progress({ step: "install", restorePoint: backup.name });
  await during("Installing packages failed", () => installPackages(directory, signal));

  await progress({ step: "rehearse" });
  await during("The new version failed on a copy of the database", () =>
    rehearse(directory, { backup: backup.database, dataDir, signal }),
  );

  await progress({ step: "switch" });
  writeReleaseState(dataDir, {
    ...(readReleaseState(dataDir) ?? NO_RELEASES),
    trial: { version, path: directory, backup: null, attempts: 0, reason: null },
  });
}

async function during<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${what}: ${why.trim().replace(/\.$/, "")}.`);
  }
}
