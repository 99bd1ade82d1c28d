import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { systemNow } from "#platform/adapters/clock.ts";
import { iso } from "#platform/rules/time.ts";
import { StartError } from "#server/start-error.ts";

/** The companion's memory of what was sent; after a restore it keeps mails from going out twice. */
export const JOURNAL_FILE = "companion-journal.ndjson";
export const SECRETS_FILE = "secrets.env";
const MANIFEST_FILE = "backup.json";

/** A backup on disk. */
export type Backup = {
  /** Relative to the data directory. */
  readonly name: string;
  readonly directory: string;
  readonly database: string;
};

/** What a backup says of itself; it is written last, so that a directory without one is no backup. */
export const BackupManifest = z.object({
  version: z.string(),
  created_at: z.string(),
  files: z.array(
    z.object({
      name: z.string().regex(/^(?:workspaces\/)?[\w-][\w.-]*$/),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Made by an update, which keeps a few of them. */
  for_update: z.boolean().optional(),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const backupsDir = (dataDir: string): string => join(dataDir, "backups");
export const manifestOf = (directory: string): string => join(directory, MANIFEST_FILE);

/** Names sort by time: `2026-11-20T09-30-00-000Z`. */
export const nameOfBackup = (): string => iso(systemNow()).replace(/[:.]/g, "-");

/** Throws `StartError` where the directory holds no whole backup. */
export function readManifest(directory: string): BackupManifest {
  try {
    return BackupManifest.parse(JSON.parse(readFileSync(manifestOf(directory), "utf8")));
  } catch {
    throw new StartError(`${directory} holds no whole backup: ${MANIFEST_FILE} is not in it.`);
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
