import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Settings } from "#core/settings.ts";
import { pauseEveryCampaign } from "#features/campaigns/pause-every-campaign.ts";
import { ROOT } from "#server/own-build.ts";
import { DATABASE_FILE } from "#server/database-file.ts";
import { openDatabase } from "#server/database.ts";
import { nodeParts, withCompanion } from "#server/deps.ts";
import { migrate } from "#server/migrate.ts";
import { StartError } from "#server/start-error.ts";
import { type BackupManifest, nameOfBackup, readManifest, sha256Of } from "./backup.ts";

/**
 * Puts a backup into the claimed data directory of `settings`, brings its schema up to these sources
 * and pauses what was sending, for a person to look at. The companion's journal stays the one that
 * is there: it knows what was sent after the backup. Throws `StartError` before anything is changed
 * where the backup is not whole.
 */
export async function restoreBackup(
  settings: Settings,
  from: string,
): Promise<{ manifest: BackupManifest; aside: string | null; pausedCampaigns: number }> {
  const dataDir = settings.DATA_DIR;
  const manifest = readManifest(from);
  await check(manifest, from);
  const stage = join(dataDir, "restoring");
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { mode: 0o700 });
  assertRoom(manifest, dataDir);
  for (const { name } of manifest.files) copyFileSync(join(from, name), join(stage, name));
  const pausedCampaigns = await makeReady({ ...settings, DATA_DIR: stage });
  const aside = setAside(dataDir);
  for (const { name } of manifest.files) {
    const isKept = name !== DATABASE_FILE && existsSync(join(dataDir, name));
    if (!isKept) renameSync(join(stage, name), join(dataDir, name));
  }
  rmSync(stage, { recursive: true });
  return { manifest, aside, pausedCampaigns };
}

async function check({ files }: BackupManifest, from: string): Promise<void> {
  if (!files.some(({ name }) => name === DATABASE_FILE)) {
    throw new StartError(`${from} holds no database.`);
  }
  for (const { name, sha256 } of files) {
    const file = join(from, name);
    if (!existsSync(file)) throw new StartError(`${file} is missing.`);
    if ((await sha256Of(file)) !== sha256) {
      throw new StartError(`${file} is not what was backed up: take another backup.`);
    }
  }
}

function assertRoom({ files }: BackupManifest, dataDir: string): void {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0) * 1.5;
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < needed) {
    throw new StartError(
      `The disk of ${dataDir} has no room: ${Math.ceil(needed / 1e6)} MB needed.`,
    );
  }
}

/** Migrates the copy and pauses its campaigns, before anything is put in place. */
async function makeReady(settings: Settings): Promise<number> {
  const { client, db } = await openDatabase(settings);
  try {
    await migrate(client, join(ROOT, "drizzle"));
    const queue = { send: async () => undefined };
    const parts = nodeParts({ settings, db, queue, log: () => undefined });
    const paused = await pauseEveryCampaign(withCompanion(parts, "http://127.0.0.1:9"), "restored");
    await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return paused;
  } finally {
    client.close();
  }
}

/** Moves the present database out of the way; null where there is none. */
function setAside(dataDir: string): string | null {
  const present = ["", "-wal", "-shm"]
    .map((suffix) => join(dataDir, DATABASE_FILE + suffix))
    .filter((file) => existsSync(file));
  if (present.length === 0) return null;
  const aside = join(dataDir, `before-restore-${nameOfBackup()}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const file of present) renameSync(file, join(aside, basename(file)));
  return aside;
}
