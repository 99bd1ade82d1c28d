import { setTimeout as wait } from "node:timers/promises";
import type { Client, InStatement, InValue, ResultSet, TransactionMode } from "@libsql/client";
import { describe, type Log } from "#platform/ctx/log.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { threadedCheckpoints } from "#server/checkpoints.ts";
import { openDatabaseFile } from "#server/database.ts";
import { applyMigrations, type Migration } from "#server/migrate.ts";
import { beginFiles, keepIdsApart } from "./begin-file.ts";
import { freeClosed } from "./free-closed.ts";

/** What each open file keeps in memory: pages, which a small one does not fill, and statements, which make some 3 MB. */
const KEPT = { cacheKib: 16 * 1024, mostKept: 150 } as const;
/** How often the log of an open file is looked at. */
const LOOK_EVERY_MS = 1_000;

/** An open file. */
type Opened = { readonly client: Client; readonly close: () => Promise<void> };

/** The file of one workspace, open or not. */
export type OneFile = {
  readonly id: WorkspaceId;
  readonly path: string;
  /** Opens it when it is asked first. */
  readonly client: Client;
  /** Nothing may open it again. */
  isGone: boolean;
  opened: Opened | null;
  opening: Promise<Opened> | null;
  closing: Promise<void> | null;
  /** Statements that run now. */
  busy: number;
  usedAt: number;
};

/** Opens files, each migrated before its first statement, at most `mostOpen` at a time. */
export function openFiles(given: {
  readonly migrations: readonly Migration[];
  readonly mostOpen: number;
  readonly log: Log;
}) {
  const { migrations, mostOpen, log } = given;
  const open = new Set<OneFile>();
  const begin = beginFiles(migrations);
  const freed = freeClosed();
  let clock = 0;
  /** Files are opened one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  /** The open client of a file, held until `done`. */
  async function ready(file: OneFile): Promise<{ client: Client; done: () => void }> {
    file.usedAt = ++clock;
    // Another caller may close it again before this one has its turn.
    while (file.opened === null) await (file.closing ?? (file.opening ??= inTurn(file)));
    file.busy++;
    return { client: file.opened.client, done: () => void file.busy-- };
  }

  function inTurn(file: OneFile): Promise<Opened> {
    const opening = last.then(() => openOne(file)).finally(() => (file.opening = null));
    last = opening.catch(() => undefined);
    return opening;
  }

  async function openOne(file: OneFile): Promise<Opened> {
    await makeRoom();
    if (file.isGone) throw new Error(`workspace ${file.id} is gone`);
    await begin(file.path);
    const client = await openDatabaseFile(`file:${file.path}`, KEPT);
    try {
      const applied = await applyMigrations(client, migrations);
      await keepIdsApart(client, file.id);
      if (applied.length > 0)
        log("database.migrated", { workspace: file.id, applied: applied.length });
    } catch (cause) {
      client.close();
      log("workspace.not_opened", { workspace: file.id, cause: describe(cause) }, "error");
      throw cause;
    }
    const lookEveryMs = LOOK_EVERY_MS;
    const checkpoints = await threadedCheckpoints(client, file.path, log, { lookEveryMs });
    open.add(file);
    file.opened = {
      client: checkpoints.client,
      async close() {
        await checkpoints.stop();
        checkpoints.client.close();
      },
    };
    return file.opened;
  }

  /** Closes files until one more may be open. */
  async function makeRoom(): Promise<void> {
    while (open.size >= mostOpen) {
      const [idle] = [...open]
        .filter(({ opened, busy }) => opened !== null && busy === 0)
        .toSorted((a, b) => a.usedAt - b.usedAt);
      await (idle ? closeOne(idle) : wait(1));
    }
  }

  function closeOne(file: OneFile): Promise<void> {
    const { opened } = file;
    if (opened === null) return file.closing ?? Promise.resolve();
    file.opened = null;
    file.closing = opened.close().finally(() => {
      file.closing = null;
      open.delete(file);
      freed();
    });
    return file.closing;
  }

  return {
    /** A file that is not open yet; `wrote` is called after each write. */
    at(path: string, id: WorkspaceId, wrote: () => void): OneFile {
      const file: OneFile = {
        id,
        path,
        client: lazily(() => ready(file), wrote),
        isGone: false,
        opened: null,
        opening: null,
        closing: null,
        busy: 0,
        usedAt: 0,
      };
      return file;
    },
    /** Opens it; rejects where that fails. */
    async touch(file: OneFile): Promise<void> {
      (await ready(file)).done();
    },
    async close(file: OneFile): Promise<void> {
      await file.opening?.catch(() => undefined);
      await closeOne(file);
    },
  };
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
