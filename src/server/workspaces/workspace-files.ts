import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Shards } from "#platform/ctx/ctx.ts";
import type { Log } from "#platform/ctx/log.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { Migration } from "#server/migrate.ts";
import { type OneFile, openFiles } from "./open-files.ts";

/** Files open at a time; each takes five descriptors. The one that was used least lately is closed for another. */
const MOST_OPEN = 100;
/** A workspace in which something was written so lately is part of every tick. */
const ACTIVE_MS = 2 * MINUTE_MS;
/** Any other is part of a tick so often, as by the cron of a hosted install. */
const QUIET_MS = MINUTE_MS;
/** At least so many of those come with each tick, while there are any. */
const QUIET_A_TICK = 10;

/** The database of one workspace. */
type Home = {
  readonly file: OneFile;
  writes: number;
  /** By somebody else than the tick. */
  writtenAt: number;
  tickedAt: number;
  isTicked: boolean;
};

/** The databases of an install whose workspaces lie in a file each. */
export type WorkspaceFiles = Omit<Shards, "all" | "add"> & {
  all(): readonly Db[];
  add(workspaceId: WorkspaceId): void;
  /** Closes every file. */
  close(): Promise<void>;
};

/**
 * The files of `ids` in `directory`, each opened and migrated when it is used first. Nobody else
 * writes to them but programs that wait for each other's locks.
 */
export function workspaceFiles(given: {
  readonly directory: string;
  /** The install's database, which has the rows of no workspace. */
  readonly first: Db;
  readonly ids: readonly WorkspaceId[];
  readonly migrations: readonly Migration[];
  readonly log: Log;
  readonly now?: () => number;
  readonly mostOpen?: number;
}): WorkspaceFiles {
  const { directory, first, migrations, log, now = systemNow, mostOpen = MOST_OPEN } = given;
  const files = openFiles({ migrations, mostOpen, log });
  const homes = new Map<WorkspaceId, Home>();
  const ofDb = new Map<Db, Home>();
  let lookedAt = now();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Where all may be open, each counts as active at first: what waited while everything stood still is found at once.
  const writtenAt = given.ids.length <= mostOpen ? now() : -Infinity;

  function note(id: WorkspaceId, path: string, since: number): void {
    const file = files.at(path, id, () => {
      home.writes++;
      if (!home.isTicked) home.writtenAt = now();
    });
    const home: Home = { file, writes: 0, writtenAt: since, tickedAt: -Infinity, isTicked: false };
    homes.set(id, home);
    ofDb.set(file.db, home);
  }
  const pathOf = (id: WorkspaceId): string => join(directory, workspaceFileName(id));
  for (const id of given.ids) note(id, pathOf(id), writtenAt);

  return {
    // What is gone for good, or was never there, has its rows in none: the first has none of anybody.
    of: (id) => homes.get(id)?.file.db ?? first,
    first,
    all: () => [first, ...ofDb.keys()],
    writes: (db) => ofDb.get(db)?.writes ?? null,
    add(id) {
      if (homes.has(id)) return;
      setAside(pathOf(id), now());
      note(id, pathOf(id), now());
    },
    async remove(id) {
      const home = homes.get(id);
      if (!home) return;
      homes.delete(id);
      ofDb.delete(home.file.db);
      home.file.isGone = true;
      await files.close(home.file);
      for (const suffix of BESIDE) rmSync(pathOf(id) + suffix, { force: true });
    },
    due(at) {
      const all = [...homes.values()];
      const isActive = (home: Home): boolean => at - home.writtenAt < ACTIVE_MS;
      const quiet = all
        .filter((home) => !isActive(home) && at - home.tickedAt >= QUIET_MS)
        .toSorted((a, b) => a.tickedAt - b.tickedAt);
      const share = Math.ceil((all.length * Math.max(0, at - lookedAt)) / QUIET_MS);
      lookedAt = at;
      return [...all.filter(isActive), ...quiet.slice(0, Math.max(QUIET_A_TICK, share))].map(
        ({ file }) => file.db,
      );
    },
    async turn(db, work) {
      const home = ofDb.get(db);
      if (!home) return;
      home.tickedAt = now();
      await files.touch(home.file);
      home.isTicked = true;
      try {
        await work();
      } finally {
        home.isTicked = false;
      }
      // Nothing of an embedded database waits: without this, requests would wait for all of them.
      await others();
    },
    async close() {
      for (const { file } of homes.values()) await files.close(file);
    },
  };
}

const BESIDE = ["", "-wal", "-shm"];

/** The file of a workspace in the directory of all. */
export const workspaceFileName = (id: number): string => `${id}.db`;

/** A file that a workspace with the same number left, of an install that was put back by hand: nobody's any more. */
function setAside(path: string, at: number): void {
  for (const suffix of BESIDE) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.stray-${at}${suffix}`);
  }
}
