import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemNow } from "#platform/adapters/clock.ts";
import { parseSettings, type Settings } from "#platform/ctx/settings.ts";
import type { Shards } from "#platform/ctx/ctx.ts";
import type { Queue } from "#platform/ctx/ports.ts";
import type { Db } from "#platform/db/db.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { JOURNAL_KEEP_MS } from "#modules/delivery/rules/journal.ts";
import { HOUR_MS, parseIso } from "#platform/rules/time.ts";
import { type Looked, lookThroughSent } from "#modules/inbox/sync/look-through-sent.ts";
import { startCompanionProcess } from "#server/companion-process.ts";
import { nodeParts, withCompanion } from "#server/deps.ts";
import { readEnvironment } from "#server/environment.ts";
import { loadSecrets } from "#server/secrets.ts";
import { StartError } from "#server/start-error.ts";
import { SECRETS_FILE } from "./backup.ts";

/** Clocks differ, and what was on its way at the backup left after it. */
const BEFORE_MS = HOUR_MS;

/**
 * Asks the Sent folders of a database that is being put back, by a companion of its own that sends
 * nothing. Null with the reason where that cannot be done.
 */
export async function askSentFolders(given: {
  readonly settings: Settings;
  /** Where the install's own secrets lie; the settings' is that of the copy. */
  readonly dataDir: string;
  readonly db: Db;
  /** Where workspaces lie; null: in that database. */
  readonly shards: Shards | null;
  readonly queue: Queue;
  readonly since: string;
}): Promise<{ looked: Looked | null; why: string | null }> {
  const { db, shards, queue, dataDir } = given;
  if (given.settings.COMPANION_URL !== undefined) {
    return { looked: null, why: "the mail service of COMPANION_URL keeps a journal of its own" };
  }
  const stage = given.settings.DATA_DIR;
  const secrets = secretsIn([dataDir, stage]);
  if (secrets === null) return { looked: null, why: `${SECRETS_FILE} is not there` };
  const settings = { ...parseSettings({ ...secrets, ...readEnvironment() }), DATA_DIR: stage };
  const memory = join(stage, "looking");
  mkdirSync(memory, { mode: 0o700 });
  const companion = await startCompanionProcess({
    env: {
      COMPANION_SECRET: settings.COMPANION_SECRET,
      // Nothing runs there, so there is nothing to ask.
      APP_URL: "http://127.0.0.1:9",
      DATA_DIR: memory,
      LOG_LEVEL: "error",
      HOST: "127.0.0.1",
      TICK_SECONDS: "off",
    },
    log: () => undefined,
    onLine: () => undefined,
    onProcess: () => undefined,
  });
  try {
    const log = (): void => undefined;
    const parts = nodeParts({ settings, db, queue, log, ...(shards && { shards }) });
    const now = systemNow();
    const since = Math.max((parseIso(given.since) ?? now) - BEFORE_MS, now - JOURNAL_KEEP_MS);
    return {
      looked: await lookThroughSent(withCompanion(parts, companion.url()), unixMs(since)),
      why: null,
    };
  } finally {
    await companion.stop(0);
  }
}

/** The install's secrets; null where a part of them is missing. */
function secretsIn(directories: readonly string[]): Record<string, string> | null {
  const files = directories.map((directory) => join(directory, SECRETS_FILE));
  try {
    const file = files.find((name) => existsSync(name)) ?? files[0] ?? SECRETS_FILE;
    return loadSecrets(file, readEnvironment(), true);
  } catch (cause) {
    if (cause instanceof StartError) return null;
    throw cause;
  }
}
