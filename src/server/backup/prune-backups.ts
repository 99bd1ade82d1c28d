import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { manifestOf, readManifest } from "./backup.ts";

/** A database as it was before a release that was on trial. */
const COPY = /^before-.*\.db(-wal|-shm)?$/;

/**
 * Removes the oldest backups of a directory until `keep` are left, or where asked until `keep` of
 * those that updates made are; and the copies that updates made for a trial, which must be over.
 * Answers how many backups it removed.
 */
export function pruneBackups(
  home: string,
  keep: number,
  { ofUpdates }: { ofUpdates: boolean },
): number {
  if (!existsSync(home)) return 0;
  const entries = readdirSync(home);
  for (const name of entries.filter((entry) => COPY.test(entry))) rmSync(join(home, name));
  const names = entries.filter((name) => {
    const directory = join(home, name);
    return existsSync(manifestOf(directory)) && (!ofUpdates || isOfUpdate(directory));
  });
  const old = names.sort().slice(0, Math.max(0, names.length - keep));
  for (const name of old) rmSync(join(home, name), { recursive: true });
  return old.length;
}

function isOfUpdate(directory: string): boolean {
  try {
    return readManifest(directory).for_update === true;
  } catch {
    return false;
  }
}
