import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Client, InStatement, InValue, ResultSet, TransactionMode } from "@libsql/client";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Shards } from "#platform/ctx/ctx.ts";
import type { Log } from "#platform/ctx/log.ts";
import type { Db } from "#platform/db/db.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { threadedCheckpoints } from "#server/checkpoints.ts";
import { openFile } from "#server/database.ts";
import { applyMigrations, type Migration } from "#server/migrate.ts";
import { freeClosed } from "./free-closed.ts";
import { keepIdsApart } from "./ids-apart.ts";

/** Files open at a time; each takes five descriptors. The one that was used least lately is closed for another. */
const MOST_OPEN = 200;
/** Pages that each open file keeps in memory; KiB. */
const CACHE_KIB = 16 * 1024;
/** How often the log of an open file is looked at. */
const LOOK_EVERY_MS = 1_000;
/** A workspace in which something was written so lately is part of every tick. */
const ACTIVE_MS = 2 * MINUTE_MS;
/** Any other is part of a tick so often, as by the cron of a hosted install. */
const QUIET_MS = MINUTE_MS;
/** At least so many of those come with each tick, while there are any. */
const QUIET_A_TICK = 10;

/** An open file. */
type Opened = { readonly client: Client; readonly close: () => Promise<void> };

/** The database of one workspace, open or not. */
type Home = {
  readonly id: WorkspaceId;
  readonly db: Db;
  opened: Opened | null;
  opening: Promise<Opened> | null;
  closing: Promise<void> | null;
  /** Statements that run now. */
  busy: number;
  usedAt: number;
  writes: number;
  writtenAt: number;
  tickedAt: number;
  isTicked: boolean;
};

/** The databases of an install whose workspaces lie in a file each. */
export type WorkspaceFiles = Shards & {
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
  const homes = new Map<WorkspaceId, Home>();
  const ofDb = new Map<Db, Home>();
  const pathOf = (id: WorkspaceId): string => join(directory, fileOf(id));
  const freed = freeClosed();
  let clock = 0;
  let lookedAt = now();
  /** Files are opened one after the other. */
  let lastOpening: Promise<unknown> = Promise.resolve();
  mkdirSync(directory, { recursive: true, mode: 0o700 });

  function note(id: WorkspaceId): Home {
    const home: Home = {
      id,
      db: overLibsql(lazily(() => ready(home), wrote)),
      opened: null,
      opening: null,
      closing: null,
      busy: 0,
      usedAt: 0,
      writes: 0,
      writtenAt: -Infinity,
      tickedAt: -Infinity,
      isTicked: false,
    };
    function wrote(): void {
      home.writes++;
      if (!home.isTicked) home.writtenAt = now();
    }
    homes.set(id, home);
    ofDb.set(home.db, home);
    return home;
  }

  /** The open client of a file, held until `done`. */
  async function ready(home: Home): Promise<{ client: Client; done: () => void }> {
    home.usedAt = ++clock;
    while (home.opened === null) {
      // oxlint-disable-next-line no-await-in-loop -- another caller may have closed it again
      await (home.closing ?? (home.opening ??= inTurn(home)));
    }
    home.busy++;
    return { client: home.opened.client, done: () => void home.busy-- };
  }

  function inTurn(home: Home): Promise<Opened> {
    const opening = lastOpening.then(() => open(home)).finally(() => (home.opening = null));
    lastOpening = opening.catch(() => undefined);
    return opening;
  }

  async function open(home: Home): Promise<Opened> {
    await makeRoom();
    if (homes.get(home.id) !== home) throw new Error(`workspace ${home.id} is gone`);
    const path = pathOf(home.id);
    const client = await openFile(`file:${path}`, CACHE_KIB);
    try {
      const applied = await applyMigrations(client, migrations);
      await keepIdsApart(client, home.id);
      if (applied.length > 0)
        log("database.migrated", { workspace: home.id, applied: applied.length });
    } catch (cause) {
      client.close();
      throw cause;
    }
    const lookEveryMs = LOOK_EVERY_MS;
    const checkpoints = await threadedCheckpoints(client, path, log, { lookEveryMs });
    home.opened = {
      client: checkpoints.client,
      async close() {
        await checkpoints.stop();
        checkpoints.client.close();
      },
    };
    return home.opened;
  }

  /** Closes files until one more may be open. */
  async function makeRoom(): Promise<void> {
    for (;;) {
      const open = [...homes.values()].filter(({ opened, closing }) => opened ?? closing);
      if (open.length < mostOpen) return;
      const [idle] = open
        .filter(({ opened, busy }) => opened !== null && busy === 0)
        .toSorted((a, b) => a.usedAt - b.usedAt);
      await (idle ? close(idle) : wait(1));
    }
  }

  function close(home: Home): Promise<void> {
    const { opened } = home;
    if (opened === null) return home.closing ?? Promise.resolve();
    home.opened = null;
    home.closing = opened.close().finally(() => {
      home.closing = null;
      freed();
    });
    return home.closing;
  }

  for (const id of given.ids) note(id);
  if (homes.size <= mostOpen) for (const home of homes.values()) home.writtenAt = now();

  return {
    // What is gone for good, or was never there, has its rows in none: the first has none of anybody.
    of: (id) => homes.get(id)?.db ?? first,
    all: () => [first, ...ofDb.keys()],
    writes: (db) => ofDb.get(db)?.writes ?? null,
    add(id) {
      if (homes.has(id)) return;
      setAside(pathOf(id), now());
      note(id).writtenAt = now();
    },
    async remove(id) {
      const home = homes.get(id);
      if (!home) return;
      homes.delete(id);
      ofDb.delete(home.db);
      await home.opening?.catch(() => undefined);
      await close(home);
      for (const suffix of BESIDE) rmSync(pathOf(id) + suffix, { force: true });
    },
    due(at: UnixMs) {
      const all = [...homes.values()];
      const active = all.filter(({ writtenAt }) => at - writtenAt < ACTIVE_MS);
      const quiet = all
        .filter((home) => !active.includes(home) && at - home.tickedAt >= QUIET_MS)
        .toSorted((a, b) => a.tickedAt - b.tickedAt);
      const share = Math.ceil((all.length * Math.max(0, at - lookedAt)) / QUIET_MS);
      lookedAt = at;
      return [...active, ...quiet.slice(0, Math.max(QUIET_A_TICK, share))].map(({ db }) => db);
    },
    async turn(db, work) {
      const home = ofDb.get(db);
      if (!home) return;
      home.tickedAt = now();
      (await ready(home)).done();
      home.isTicked = true;
      try {
        await work();
      } finally {
        home.isTicked = false;
      }
    },
    async close() {
      for (const home of homes.values()) {
        await home.opening?.catch(() => undefined);
        await close(home);
      }
    },
  };
}

const BESIDE = ["", "-wal", "-shm"];

/** The file of a workspace in the directory of all. */
export const fileOf = (id: number): string => `${id}.db`;

/** A file that a workspace with the same number left, of an install that was put back by hand: nobody's any more. */
function setAside(path: string, at: number): void {
  for (const suffix of BESIDE) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.stray-${at}${suffix}`);
  }
}

/** Whether a statement has changed rows: one that returns them does not count them. */
const changed = ({ rowsAffected, rows }: ResultSet, given: InStatement): boolean =>
  rowsAffected > 0 ||
  (rows.length > 0 && /\breturning\b/i.test(typeof given === "string" ? given : given.sql));

/** A client that opens its file when it is asked first, and says when something was written. */
function lazily(
  ready: () => Promise<{ client: Client; done: () => void }>,
  wrote: () => void,
): Client {
  const held = async <T>(run: (client: Client) => Promise<T>): Promise<T> => {
    const { client, done } = await ready();
    try {
      return await run(client);
    } finally {
      done();
    }
  };
  const client = {
    closed: false,
    protocol: "file",
    execute: (given: InStatement, args?: InValue[]) =>
      held(async (open) => {
        const statement = typeof given === "string" && args ? { sql: given, args } : given;
        const result = await open.execute(statement);
        if (changed(result, statement)) wrote();
        return result;
      }),
    batch: (statements: InStatement[], mode?: TransactionMode) =>
      held(async (open) => {
        const results = await open.batch(statements, mode);
        if (results.some((result, i) => changed(result, statements[i] ?? ""))) wrote();
        return results;
      }),
    close: () => undefined,
  };
  // As of an embedded one: the rest of a client is not part of `Db`.
  return client as unknown as Client;
}
