import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Release } from "#platform/wire/release.ts";
import type { UpdateStep } from "#platform/wire/release.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { StartError } from "#server/start-error.ts";
import { download } from "./download.ts";
import { installPackages } from "./packages.ts";
import { rehearse } from "./rehearse.ts";
import { NO_RELEASES, readReleaseState, releasesDir, writeReleaseState } from "./state.ts";
import { unpack } from "./unpack.ts";

/** What each step may take; a database of 10 GB on a slow disk needs some of it. */
const MINUTES = { download: 10, backup: 30, install: 15, rehearse: 30 } as const;

/** Where progress is reported. */
export type Progress = (at: { step: UpdateStep; restorePoint?: string }) => Promise<void>;

/**
 * Everything of an update up to the restart that tries the new version: download, backup, install,
 * rehearsal on a copy of the database. Until it returns nothing that runs was touched. Throws
 * `StartError` with what failed; a step that takes longer than its `minutes` is ended.
 */
export async function prepareUpdate(
  release: Release,
  at: {
    dataDir: string;
    signal: AbortSignal;
    progress: Progress;
    minutes?: Readonly<Record<keyof typeof MINUTES, number>>;
  },
): Promise<void> {
  const { dataDir, signal, progress, minutes = MINUTES } = at;
  const { version } = release;
  const directory = join(releasesDir(dataDir), version);
  const archive = `${directory}.tgz`;

  await progress({ step: "download" });
  const step = <T>(
    failure: string,
    limit: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> =>
    within(failure, limit, signal, work).catch((cause: unknown) => {
      // Nothing of a release that failed stays.
      for (const left of [directory, `${directory}.next`]) {
        rmSync(left, { recursive: true, force: true });
      }
      throw cause;
    });
  await step("The download failed", minutes.download, async (inTime) => {
    writeReleaseState(dataDir, readReleaseState(dataDir) ?? NO_RELEASES);
    try {
      await download(release.artefact, archive, inTime);
      await unpack(archive, directory, version);
    } finally {
      rmSync(archive, { force: true });
    }
  });

  await progress({ step: "backup" });
  const backup = await step("The backup failed", minutes.backup, (inTime) =>
    writeBackup(dataDir, { signal: inTime }),
  );
  await progress({ step: "install", restorePoint: backup.name });
  await step("Installing packages failed", minutes.install, (inTime) =>
    installPackages(directory, inTime),
  );

  await progress({ step: "rehearse" });
  await step("The new version failed on a copy of the database", minutes.rehearse, (inTime) =>
    rehearse(directory, { backup: backup.database, dataDir, signal: inTime }),
  );

  await progress({ step: "switch" });
  writeReleaseState(dataDir, {
    ...(readReleaseState(dataDir) ?? NO_RELEASES),
    trial: { version, path: directory, backup: null, attempts: 0, reason: null },
  });
}

async function within<T>(
  what: string,
  minutes: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(minutes * 60_000);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (cause) {
    const why = late.aborted ? `it took longer than ${minutes} minutes` : wordsOf(cause);
    throw new StartError(`${what}: ${why.trim().replace(/\.$/, "")}.`);
  }
}

const wordsOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);
