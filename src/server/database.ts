import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "@libsql/client";
import type { Settings } from "#platform/ctx/settings.ts";
import type { AnyDb } from "#platform/db/db.ts";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { DATABASE_FILE } from "./data-dir.ts";
import { StartError } from "./start-error.ts";

/** Pages of a million leads that one import goes over again and again; KiB. */
const CACHE_KIB = 64 * 1024;
/** The log is copied into the file after so many pages (32 MB): once for several writes of an import. */
const CHECKPOINT_PAGES = 8_000;

/** How long a write waits for a lock that another program (a backup, a shell) holds. */
const BUSY_TIMEOUT_MS = 5_000;
/** A server that takes longer for its first answer is away. */
const ANSWER_MS = 15_000;

export type Database = {
  readonly client: Client;
  readonly db: AnyDb;
  /** Where it lies; null for a server's. */
  readonly path: string | null;
};

/** Opens the database of the settings: the server of DATABASE_URL, or the file in DATA_DIR. Throws `StartError`. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const url = settings.DATABASE_URL ?? `file:${join(settings.DATA_DIR, DATABASE_FILE)}`;
  try {
    const client = url.startsWith("file:")
      ? await openDatabaseFile(url)
      : await openServer(url, settings.DATABASE_AUTH_TOKEN);
    const path = url.startsWith("file:") ? url.replace(/^file:(?:\/\/)?/, "") : null;
    return { client, db: overLibsql(client), path };
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The database cannot be opened: ${cause instanceof Error ? cause.message : "unknown error"}.`,
    );
  }
}

/** Asked once, so that a server that is away, or refuses the token, is named before anything else is tried. */
async function openServer(url: string, authToken: string | undefined): Promise<Client> {
  const client = openLibsql(url, { authToken });
  const asked = client.execute("SELECT 1").then(
    () => null,
    (cause: unknown) => reasonOf(cause),
  );
  const late = wait(ANSWER_MS, `no answer within ${ANSWER_MS / SECOND_MS} seconds`, { ref: false });
  const refusal = await Promise.race([asked, late]);
  if (refusal === null) return client;
  client.close();
  throw new StartError(
    `The server of DATABASE_URL cannot be used (${refusal}): check that it runs, that this machine reaches it, and DATABASE_AUTH_TOKEN.`,
  );
}

/** `fetch` says why in its cause alone. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown error";
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return "code" in inner && typeof inner.code === "string" ? inner.code : inner.message;
}

/**
 * WAL survives kill -9 with every committed row; `synchronous` NORMAL may lose the last commits at
 * a power cut, and never tears the file. One connection, so that what a PRAGMA sets stays set.
 */
export async function openDatabaseFile(
  url: string,
  { cacheKib = CACHE_KIB, ...kept }: { cacheKib?: number; mostKept?: number } = {},
): Promise<Client> {
  const client = openLibsql(url, { ...kept, timeoutMs: BUSY_TIMEOUT_MS });
  await client.execute("PRAGMA journal_mode = WAL");
  await client.execute("PRAGMA synchronous = NORMAL");
  await client.execute(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  await client.execute(`PRAGMA cache_size = -${cacheKib}`);
  await client.execute(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  await client.execute("PRAGMA foreign_keys = ON");
  // What is deleted is overwritten: somebody who was erased is not found in the file.
  await client.execute("PRAGMA secure_delete = ON");
  return client;
}

/** Throws `StartError` with what SQLite found where the database is not whole. */
export async function assertWhole(client: Client): Promise<void> {
  const [row] = (await client.execute("PRAGMA quick_check")).rows;
  const found = row?.["quick_check"];
  if (found === "ok") return;
  throw new StartError(
    `The database is damaged: ${typeof found === "string" ? found : "unreadable"}.`,
  );
}
