import { existsSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backupsDir } from "#server/backup/backup.ts";
import { pruneBackups } from "#server/backup/prune-backups.ts";
import { readReleaseState, releasesDir } from "./state.ts";

/** Backups that updates made are kept so many; those that people make are theirs. */
const KEPT_BACKUPS = 3;

/**
 * Removes what updates leave behind: releases that neither serve nor are on trial, with their
 * packages, archives and folders of updates that failed, copies of the database before a release that
 * has proved itself, and old backups of updates. Does nothing while a release has yet to prove itself.
 */
export function tidyReleases(dataDir: string): void {
  const state = readReleaseState(dataDir);
  if (state === null || state.trial !== null || state.probation !== null) return;
  pruneReleases(dataDir, state.current?.version ?? null);
  pruneBackups(backupsDir(dataDir), KEPT_BACKUPS, { ofUpdates: true });
}

function pruneReleases(dataDir: string, serving: string | null): void {
  const home = releasesDir(dataDir);
  const entries = readdirSync(home, { withFileTypes: true });
  const packages = serving === null ? null : packagesOf(join(home, serving));
  for (const { name, isFile } of entries.map((e) => ({ name: e.name, isFile: e.isFile() }))) {
    const isKept = isFile ? !name.endsWith(".tgz") : name === serving || name === packages;
    if (!isKept) rmSync(join(home, name), { recursive: true, force: true });
  }
}

function packagesOf(release: string): string | null {
  const modules = join(release, "node_modules");
  if (!existsSync(modules)) return null;
  try {
    return basename(dirname(readlinkSync(modules)));
  } catch {
    return null;
  }
}
