import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Client } from "@libsql/client";
import type { Shards } from "#platform/ctx/ctx.ts";
import type { Log } from "#platform/ctx/log.ts";
import type { Db } from "#platform/db/db.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { Migration } from "#server/migrate.ts";
import { gateTo } from "./gate.ts";
import { type OneFile, openFiles } from "./open-files.ts";
import { type Home, movableFiles, type MovableFiles } from "./movable-files.ts";
import { forgetPlace, type PlaceName } from "./places.ts";

/** Files open at a time; each takes five descriptors. The one that was used least lately is closed for another. */
const MOST_OPEN = 100;
/** A workspace in which something was written so lately is part of every tick. */
const ACTIVE_MS = 2 * MINUTE_MS;
/** Any other is part of a tick so often, as by the cron of a hosted install. */
const QUIET_MS = MINUTE_MS;
/** At least so many of those come with each tick, while there are any. */
const QUIET_A_TICK = 10;

/** The databases of an install some or all of whose workspaces lie in a file each. */
export type WorkspaceFiles = Omit<Shards, "all" | "add"> & {
  all(): readonly Db[];
  add(workspaceId: WorkspaceId): void;
  readonly movable: MovableFiles;
  /** Closes every file. */
  close(): Promise<void>;
};

/**
 * The files of `ids` in `directory`, each opened and migrated when it is used first. Nobody else
 * writes to them but programs that wait for each other's locks.
 */
export function workspaceFiles(given: {
  readonly directory: string;
  /** The install's database, which has the rows of the other workspaces. */
  readonly first: Db;
  /** The same, for what moves workspaces into it. */
  readonly client?: Client;
  readonly ids: readonly WorkspaceId[];
  /** Where new workspaces lie. */
  readonly fresh?: PlaceName;
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
  // Where all may be open, each counts as active at first: what waited while everything stood still is found at once.
  const writtenAt = given.ids.length <= mostOpen ? now() : -Infinity;

  const pathOf = (id: WorkspaceId): string => join(directory, workspaceFileName(id));
  function fileOf(id: WorkspaceId): OneFile {
    return files.at(pathOf(id), id, () => {
      const home = homes.get(id);
      if (!home) return;
      home.writes++;
      if (!home.isTicked) home.writtenAt = now();
    });
  }
  function note(id: WorkspaceId, place: PlaceName, since: number): Home {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = fileOf(id);
    const gate = gateTo(place === "file" ? file.client : firstClient());
    const db = overLibsql(gate.client);
    const home: Home = { id, gate, db, file, place, ...UNUSED, writtenAt: since };
    homes.set(id, home);
    if (place === "file") ofDb.set(db, home);
    return home;
  }
  function firstClient(): Client {
    if (!given.client) throw new Error("nothing moves in these files");
    return given.client;
  }
  for (const id of given.ids) note(id, "file", writtenAt);

  async function remove(home: Home): Promise<void> {
    home.file.isGone = true;
    await files.close(home.file);
    for (const suffix of BESIDE) rmSync(home.file.path + suffix, { force: true });
  }

  const movable = movableFiles({ homes, ofDb, note, fileOf, firstClient, remove, now });

  return {
    movable,
    // What is gone for good, or was never there, has its rows in none: the first has none of anybody.
    first,
    of(id) {
      const home = homes.get(id);
      return home && (home.place === "file" || home.isMoving) ? home.db : first;
    },
    all: () => [first, ...ofDb.keys()],
    holding(id) {
      const home = homes.get(id);
      return home?.place === "file" ? home.db : first;
    },
    writes: (db) => ofDb.get(db)?.writes ?? null,
    add(id) {
      if (homes.has(id) || given.fresh === "one") return;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      setAside(pathOf(id), now());
      note(id, "file", now());
    },
    async remove(id) {
      const home = homes.get(id);
      if (!home) return;
      homes.delete(id);
      ofDb.delete(home.db);
      await remove(home);
      await given.client?.execute(forgetPlace(id));
    },
    due(at) {
      const all = [...ofDb.values()];
      const isActive = (home: Home): boolean => at - home.writtenAt < ACTIVE_MS;
      const quiet = all
        .filter((home) => !isActive(home) && at - home.tickedAt >= QUIET_MS)
        .toSorted((a, b) => a.tickedAt - b.tickedAt);
      const share = Math.ceil((all.length * Math.max(0, at - lookedAt)) / QUIET_MS);
      lookedAt = at;
      return [...all.filter(isActive), ...quiet.slice(0, Math.max(QUIET_A_TICK, share))].map(
        ({ db }) => db,
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

const UNUSED = { isMoving: false, writes: 0, tickedAt: -Infinity, isTicked: false } as const;

const BESIDE = ["", "-wal", "-shm"];

/** The file of a workspace in the directory of all. */
export const workspaceFileName = (id: number): string => `${id}.db`;

/** A file that a workspace with the same number left, of an install that was put back by hand: nobody's any more. */
function setAside(path: string, at: number): void {
  for (const suffix of BESIDE) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.stray-${at}${suffix}`);
  }
}
