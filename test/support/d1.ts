import { createHash, createHmac } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, InStatement, InValue, ResultSet, Row } from "@libsql/client";
import { migrate } from "#server/migrate.ts";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { Agent, request } from "undici";
import { assertBindable } from "./d1-limits.ts";
import { scratchDirectory } from "./scratch.ts";

/**
 * A real D1 in workerd for tests that run in Node. miniflare's own proxy takes several round trips
 * a query; this one takes one, so that the feature tests stay fast.
 */

/** Runs inside workerd: does one call on the named database. */
const GATE = `export default {
  async fetch(request, env) {
    const { database, mode, statements } = await request.json();
    const db = env[database];
    if (mode === "each") {
      const result = [];
      for (const [sql, params] of statements) {
        const refusal = await db.prepare(sql).bind(...params).raw().then(() => null, (error) => error.message);
        result.push(refusal);
      }
      return Response.json({ result: result });
    }
    try {
      const bound = statements.map(([sql, params]) => db.prepare(sql).bind(...params));
      const result = mode === "batch" ? await db.batch(bound) : await bound[0][mode]();
      return Response.json({ result });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};`;

/** Declared at once; a name costs nothing until it is used. */
const DATABASES = 1_000;

type Gate = { readonly url: string; dispose(): Promise<void> };
type Server = Gate & { readonly state: string; used: number };
/** Every query of a process goes through one workerd. */
let server: Promise<Server> | undefined;

/** A workerd that holds the databases (binding to id) in the directory `state`. */
async function startGate(
  databases: Readonly<Record<string, string>>,
  state: string,
): Promise<Gate> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: GATE,
      compatibilityDate: "2026-10-01",
      cf: false,
      d1Databases: databases,
      resourcePersistencePath: state,
    }),
  );
  const url = await miniflare.ready;
  return { url: url.href, dispose: () => miniflare.dispose() };
}

/** Starts with one database that is migrated, and of which the others are copies. */
async function startServer(): Promise<Server> {
  const state = scratchDirectory();
  const names = Object.fromEntries(
    Array.from({ length: DATABASES }, (_, i) => [`DB${i}`, `db-${i}`]),
  );
  const gate = await startGate({ ...names, MIGRATED: "migrated" }, state);
  await gateTo(gate.url, "MIGRATED")("batch", migrations());
  return { ...gate, state, used: 0 };
}

/** Where miniflare keeps a database, without the ending: a Durable Object's file, named by a hash of its name. */
function fileOf(state: string, id: string): string {
  const kind = "miniflare-D1DatabaseObject";
  const key = createHash("sha256").update(kind).digest();
  const half = (of: string | Buffer) =>
    createHmac("sha256", key).update(of).digest().subarray(0, 16);
  const first = half(id);
  return join(state, "d1", kind, Buffer.concat([first, half(first)]).toString("hex"));
}

/** The migrated database, with what is still in its log, under another name. */
function copyMigrated(state: string, id: string): void {
  const [from, to] = [fileOf(state, "migrated"), fileOf(state, id)];
  for (const end of [".sqlite", ".sqlite-wal"]) {
    if (existsSync(from + end)) copyFileSync(from + end, to + end);
  }
}

/**
 * Applies the migrations to the D1 database of that id that a state directory holds, before a
 * Worker serves from it.
 */
export async function migrateD1(state: string, id: string): Promise<void> {
  const gate = await startGate({ DB: id }, state);
  try {
    await migrate(clientOver(gateTo(gate.url, "DB")), "drizzle");
  } finally {
    await gate.dispose();
  }
}

/** A D1 database, and the same database behind the calls of a libSQL client, which a test may watch. */
export type FreshD1 = { readonly d1: D1Database; readonly client: Client };

/** A D1 database with the migrations applied, and nothing in it; one workerd serves all of this process. */
export const freshD1 = async (): Promise<FreshD1> => freshOver(await openFresh());

/** A database that another gate answers for, as this one does. */
export const databaseBehind = (url: string, name: string): FreshD1 => freshOver(gateTo(url, name));

function freshOver(call: Call): FreshD1 {
  const client = clientOver(call);
  return { d1: d1Over(client), client };
}

async function openFresh(): Promise<Call> {
  let running = await (server ??= startServer());
  if (running.used === DATABASES) {
    await running.dispose();
    running = await (server = startServer());
  }
  const number = running.used++;
  copyMigrated(running.state, `db-${number}`);
  return gateTo(running.url, `DB${number}`);
}

/** Statements that workerd is asked about at once. */
const AT_ONCE = 500;

/** Lets D1 prepare each statement over our tables, and run none; answers what it says of those that it refuses. */
export async function refusedByD1(
  statements: readonly string[],
): Promise<readonly { sql: string; refusal: string }[]> {
  const call = await openFresh();
  const refused: { sql: string; refusal: string }[] = [];
  for (let from = 0; from < statements.length; from += AT_ONCE) {
    const some = statements.slice(from, from + AT_ONCE);
    const result = await call(
      "each",
      some.map((sql) => `EXPLAIN QUERY PLAN ${sql}`),
    );
    // The gate answers null or a refusal for each.
    (result as (string | null)[]).forEach((refusal, i) => {
      if (refusal !== null) refused.push({ sql: some[i] ?? "", refusal });
    });
  }
  return refused;
}

type Mode = "all" | "run" | "raw";
type Call = (mode: Mode | "batch" | "each", statements: readonly InStatement[]) => Promise<unknown>;

/** workerd ends a connection that was idle for five seconds: by then none may be taken for a query. */
const dispatcher = new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });

const gateTo =
  (url: string, database: string): Call =>
  async (mode, statements) => {
    const asked = statements.map((statement) => {
      const { sql, args } =
        typeof statement === "string" ? { sql: statement, args: [] } : statement;
      // Named parameters are libSQL's own; nothing here uses them.
      const params = (args ?? []) as readonly unknown[];
      params.forEach(assertBindable);
      // D1 wants a value for each parameter even of a plan, which depends on none.
      return [sql, /^explain /i.test(sql) && params.length === 0 ? nulls(sql) : params];
    });
    const body = JSON.stringify({ database, mode, statements: asked });
    const answer: unknown = await (
      await request(url, { method: "POST", body, dispatcher })
    ).body.json();
    // The gate above answers one of the two.
    const { result, error } = answer as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };

/** What D1 says of a statement; for `raw` the rows alone. */
type WithResult = { readonly result: unknown };

function clientOver(call: Call): Client {
  const asResult = (result: unknown): ResultSet & WithResult => {
    const { results = [], meta } = (result ?? {}) as {
      results?: Row[];
      meta?: { changes: number };
    };
    return {
      result,
      rows: results,
      columns: Object.keys(results[0] ?? {}),
      columnTypes: [],
      rowsAffected: meta?.changes ?? 0,
      lastInsertRowid: undefined,
      toJSON: () => results,
    };
  };
  const client = {
    async execute(statement: InStatement & { mode?: Mode }, args?: InValue[]) {
      const whole =
        typeof statement === "string" ? { sql: statement, args: args ?? [] } : statement;
      return asResult(await call(statement.mode ?? "all", [whole]));
    },
    async batch(statements: InStatement[]) {
      const results = (await call("batch", statements)) as unknown[];
      return results.map(asResult);
    },
    close: () => undefined,
  };
  // Tests call these three alone.
  return client as unknown as Client;
}

/** The part of D1's interface that drizzle uses. */
function d1Over(client: Client): D1Database {
  const sources = new WeakMap<object, { sql: string; args: InValue[] }>();
  const prepare = (sql: string, args: InValue[] = []): D1PreparedStatement => {
    const result = async (mode: Mode): Promise<unknown> =>
      ((await client.execute({ sql, args, mode } as InStatement)) as ResultSet & WithResult).result;
    const prepared = {
      bind: (...values: InValue[]) => prepare(sql, values),
      all: () => result("all"),
      run: () => result("run"),
      raw: () => result("raw"),
    };
    sources.set(prepared, { sql, args });
    return prepared as unknown as D1PreparedStatement;
  };
  const database = {
    prepare,
    async batch(statements: readonly object[]) {
      const all = statements.map((statement) => sources.get(statement) ?? { sql: "", args: [] });
      const results = await client.batch(all);
      return (results as (ResultSet & WithResult)[]).map((result) => result.result);
    },
  };
  // drizzle calls these, and on statements the four above, alone.
  return database as unknown as D1Database;
}

function nulls(sql: string): null[] {
  const marks = sql.replace(/'[^']*'|"[^"]*"/g, "").match(/\?\d*/g) ?? [];
  const numbered = new Set(marks.filter((mark) => mark !== "?"));
  return Array.from({ length: numbered.size || marks.length }, () => null);
}

/** The migrations, and the table that wrangler keeps of them. */
function migrations(): readonly string[] {
  const names = readdirSync("drizzle").filter((name) => name.endsWith(".sql"));
  return [
    "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)",
    ...names.map((name) => `INSERT INTO d1_migrations (name) VALUES ('${name}')`),
    ...names
      .sort()
      .flatMap((name) =>
        readFileSync(join("drizzle", name), "utf8").split("--> statement-breakpoint"),
      )
      .map((sql) => sql.trim()),
  ];
}
