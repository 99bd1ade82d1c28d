import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { iso, parseIso } from "#platform/rules/time.ts";
import { collectAgain } from "#modules/accounts/settings/database-marks.ts";
import { pauseEveryCampaign } from "#modules/campaigns/status/pause-every-campaign.ts";
import { noteRestored } from "#modules/receipts/collecting/note-marks.ts";
import { ROOT } from "#server/own-build.ts";
import { DATABASE_FILE } from "#server/data-dir.ts";
import { openDatabase } from "#server/database.ts";
import { nodeParts, withCompanion } from "#server/deps.ts";
import { migrate } from "#server/migrate.ts";
import { StartError } from "#server/start-error.ts";
import { openWorkspaces, WORKSPACES_DIR } from "#server/workspaces/open-workspaces.ts";
import type { WorkspaceFiles } from "#server/workspaces/workspace-files.ts";
import { askSentFolders } from "./ask-sent-folders.ts";
import {
  type BackupManifest,
  JOURNAL_FILE,
  nameOfBackup,
  readManifest,
  sha256Of,
} from "./backup.ts";
import { type Gap, gapPhrase } from "./gap.ts";
import { phrase } from "#platform/words/phrase.ts";
import { goesOn, joinedJournals } from "./journal-file.ts";

/**
 * Puts a backup into the claimed data directory of `settings`, brings its schema up to these sources
 * and pauses what was sending, for a person to look at. The companion's journal stays the one that
 * is there, where it knows what was sent after the backup; on another machine the Sent folders are
 * asked, unless `look` says not to, and what they prove goes into the journal. Throws `StartError`
 * before anything is changed where the backup is not whole.
 */
export async function restoreBackup(
  settings: Settings,
  from: string,
  look: boolean,
): Promise<{ manifest: BackupManifest; aside: string | null; pausedCampaigns: number; gap: Gap }> {
  const dataDir = settings.DATA_DIR;
  const manifest = readManifest(from);
  await check(manifest, from);
  const stage = join(dataDir, "restoring");
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { mode: 0o700 });
  assertRoom(manifest, dataDir);
  if (isOfWorkspaces(manifest)) mkdirSync(join(stage, WORKSPACES_DIR), { mode: 0o700 });
  for (const { name } of manifest.files) copyFileSync(join(from, name), join(stage, name));
  const [inPlace, staged] = [join(dataDir, JOURNAL_FILE), join(stage, JOURNAL_FILE)];
  const isKnown = goesOn(inPlace, staged, systemNow());
  const { pausedCampaigns, gap } = await makeReady({ ...settings, DATA_DIR: stage }, dataDir, {
    since: manifest.created_at,
    isKnown,
    look,
  });
  if (!isKnown) {
    writeFileSync(staged, joinedJournals([inPlace, staged], gap.looked?.mails ?? []), {
      mode: 0o600,
    });
  }
  const aside = setAside(dataDir);
  if (isOfWorkspaces(manifest)) {
    renameSync(join(stage, WORKSPACES_DIR), join(dataDir, WORKSPACES_DIR));
  }
  const own = manifest.files.filter(({ name }) => !name.startsWith(`${WORKSPACES_DIR}/`));
  const names = new Set([...own.map(({ name }) => name), JOURNAL_FILE]);
  for (const name of names) {
    const replaces = name === DATABASE_FILE || (name === JOURNAL_FILE && !isKnown);
    const isKept = !replaces && existsSync(join(dataDir, name));
    if (!isKept && existsSync(join(stage, name))) {
      renameSync(join(stage, name), join(dataDir, name));
    }
  }
  rmSync(stage, { recursive: true });
  return { manifest, aside, pausedCampaigns, gap };
}

const isOfWorkspaces = ({ files }: BackupManifest): boolean =>
  files.some(({ name }) => name.startsWith(`${WORKSPACES_DIR}/`));

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

/**
 * Migrates the copy, finds out what was sent since where the journal does not know, and pauses its
 * campaigns, before anything is put in place.
 */
async function makeReady(
  settings: Settings,
  dataDir: string,
  asked: { readonly since: string; readonly isKnown: boolean; readonly look: boolean },
): Promise<{ pausedCampaigns: number; gap: Gap }> {
  const { client, db } = await openDatabase(settings);
  let shards: WorkspaceFiles | null = null;
  try {
    await migrate(client, join(ROOT, "drizzle"));
    shards = await openWorkspaces(settings, { client, db }, () => undefined);
    // The install's database was copied before them.
    for (const own of shards?.all().slice(1) ?? []) await collectAgain({ db: own, now: systemNow });
    const queue = { send: async () => undefined };
    const found =
      asked.isKnown || !asked.look
        ? { looked: null, why: null }
        : await askSentFolders({ settings, dataDir, db, shards, queue, since: asked.since });
    const { since: from, isKnown } = asked;
    const gap = { from, to: iso(systemNow()), isKnown, ...found };
    const log = (): void => undefined;
    const parts = nodeParts({ settings, db, queue, log, ...(shards && { shards }) });
    const deps = withCompanion(parts, "http://127.0.0.1:9");
    await noteRestored(deps, parseIso(from) ?? deps.now());
    const pausedCampaigns = await pauseEveryCampaign(deps, "restored", (workspaceId) =>
      phrase("{gap} Look through it, then start it again.", { gap: gapPhrase(gap, workspaceId) }),
    );
    await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return { pausedCampaigns, gap };
  } finally {
    await shards?.close();
    client.close();
  }
}

/** Moves the present databases out of the way; null where there is none. */
function setAside(dataDir: string): string | null {
  const present = [WORKSPACES_DIR, ...["", "-wal", "-shm"].map((suffix) => DATABASE_FILE + suffix)]
    .map((name) => join(dataDir, name))
    .filter((file) => existsSync(file));
  if (present.length === 0) return null;
  const aside = join(dataDir, `before-restore-${nameOfBackup()}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const file of present) renameSync(file, join(aside, basename(file)));
  return aside;
}
