import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { iso, parseIso } from "#platform/rules/time.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { isNewer } from "#platform/rules/version.ts";
import { askSentFolders } from "#server/backup/ask-sent-folders.ts";
import {
  type BackupManifest,
  backupsDir,
  JOURNAL_FILE,
  manifestOf,
  readManifest,
} from "#server/backup/backup.ts";
import {
  addForgotten,
  countForgotten,
  type Forgotten,
  forgottenWords,
} from "#server/backup/forgotten.ts";
import { sentFolderWords } from "#server/backup/gap.ts";
import { goesOn, withFound } from "#server/backup/journal-file.ts";
import { claimDataDir } from "#server/data-dir.ts";
import { openDatabase } from "#server/database.ts";
import { StartError } from "#server/start-error.ts";
import { eachWorkspaceFile, openWorkspaces } from "#server/workspaces/open-workspaces.ts";
import { type Installed, readReleaseState, releasesDir, writeReleaseState } from "./state.ts";

/** What an update left to go back to. */
type RestorePoint = { readonly directory: string; readonly manifest: BackupManifest };

/**
 * Puts back the version that served before the last update, with the database of that update's restore
 * point. Prints what that forgets, and looks in the Sent folders for what left since; only when `sure` it is
 * done, by the restore of the version that is gone back to. The install has to be stopped. Throws
 * `StartError`, with everything as it was.
 */
export async function goBack(
  settings: Settings,
  { sure, look }: { readonly sure: boolean; readonly look: boolean },
): Promise<void> {
  const dataDir = settings.DATA_DIR;
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError("The database is the server of DATABASE_URL: restore it there.");
  }
  const state = readReleaseState(dataDir);
  const serving = state?.current ?? null;
  if (state === null || serving === null) {
    throw new StartError("No update by npm run update serves here: there is no way back from it.");
  }
  if (state.trial !== null) throw new StartError("An update is under way: let it end first.");
  const point = restorePointBefore(dataDir, serving.version);
  const former = sourcesOf(dataDir, point.manifest.version);
  const claim = await claimDataDir(dataDir, "http://127.0.0.1:0", null);
  try {
    console.log(`${serving.version} -> ${former.version}, restore point ${point.directory}`);
    const journal = await say(settings, point, look);
    if (!sure) {
      console.log("Nothing is changed yet: npm run update -- --back --yes does it.");
      return;
    }
    if (journal !== null) writeFileSync(join(dataDir, JOURNAL_FILE), journal, { mode: 0o600 });
  } finally {
    claim.release();
  }
  const isInPlace = former.path === process.cwd();
  const current = isInPlace ? null : former;
  writeReleaseState(dataDir, { ...state, current, trial: null, probation: null });
  if (!(await restoredBy(former, point.directory))) {
    writeReleaseState(dataDir, state);
    throw new StartError(`The restore by ${former.version} failed. ${serving.version} stays.`);
  }
  console.log(`Outrider is ${former.version} again.`);
}

/** The newest backup that an update made of a version before this one. */
function restorePointBefore(dataDir: string, version: string): RestorePoint {
  const home = backupsDir(dataDir);
  const names = existsSync(home) ? readdirSync(home).sort().toReversed() : [];
  for (const directory of names.map((name) => join(home, name))) {
    if (!existsSync(manifestOf(directory))) continue;
    const manifest = readManifest(directory);
    if (manifest.for_update && isNewer(version, manifest.version)) return { directory, manifest };
  }
  throw new StartError(`There is no restore point of an update in ${home}.`);
}

const Package = z.object({ version: z.string() });

/** Where that version lies: the sources that the command was called in, or a release that is still there. */
function sourcesOf(dataDir: string, version: string): Installed {
  const places = [process.cwd(), join(releasesDir(dataDir), version)];
  for (const path of places) {
    const file = join(path, "package.json");
    if (!existsSync(file)) continue;
    const found = Package.safeParse(JSON.parse(readFileSync(file, "utf8")));
    if (found.data?.version === version) return { version, path };
  }
  throw new StartError(
    `Version ${version} is not here any more: put its sources into ${process.cwd()}, then call this again.`,
  );
}

/**
 * Prints what going back forgets. Answers the journal with what was found in the Sent folders; null
 * where nothing is to be added.
 */
async function say(
  settings: Settings,
  { directory, manifest }: RestorePoint,
  look: boolean,
): Promise<string | null> {
  const dataDir = settings.DATA_DIR;
  const since = unixMs(parseIso(manifest.created_at) ?? 0);
  const { client, db } = await openDatabase(settings);
  // Nothing is queued, and the memory of a companion that only looks is thrown away.
  const queue = { send: async () => undefined };
  const stage = join(dataDir, "looking-back");
  const shards = await openWorkspaces(settings, { client, db }, () => undefined);
  try {
    let forgotten: Forgotten = await countForgotten(client, since);
    await eachWorkspaceFile(settings, client, async (own) => {
      forgotten = addForgotten(forgotten, await countForgotten(own, since));
    });
    const until = iso(systemNow());
    console.log(
      `What happened from ${manifest.created_at} until ${until} is forgotten: ${forgottenWords(forgotten)}.`,
    );
    if (forgotten.mails === 0) return null;
    const journal = join(dataDir, JOURNAL_FILE);
    const isKnown = goesOn(journal, join(directory, JOURNAL_FILE), systemNow());
    console.log(
      isKnown
        ? "The journal knows these emails: they do not go out again."
        : "The journal does not know all of these emails.",
    );
    if (!look) return null;
    rmSync(stage, { recursive: true, force: true });
    mkdirSync(stage, { mode: 0o700 });
    const at = { ...settings, DATA_DIR: stage };
    const asked = { settings: at, dataDir, db, shards, queue, since: manifest.created_at };
    const { looked, why } = await askSentFolders(asked);
    console.log(sentFolderWords({ looked, why, isKnown }));
    return looked === null ? null : withFound(journal, looked.mails, systemNow());
  } finally {
    rmSync(stage, { recursive: true, force: true });
    await shards?.close();
    client.close();
  }
}

/** Whether the restore of that version put the point in place. */
async function restoredBy(former: Installed, point: string): Promise<boolean> {
  const { OUTRIDER_RELEASE: _, ...env } = process.env;
  const program = ["src/toolchain.mjs", "src/server/backup/restore.ts", point];
  const child = spawn(process.execPath, program, { cwd: former.path, env, stdio: "inherit" });
  const [code] = await once(child, "close");
  return code === 0;
}
