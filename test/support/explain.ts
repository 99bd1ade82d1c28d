import type { Client } from "@libsql/client";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#platform/db/db.ts";
import { openLibsql } from "#platform/db/libsql.ts";

/** SQL text, with or without its parameters, or a drizzle query that has not run. */
export type Explainable =
  | string
  | { readonly sql: string; readonly args?: readonly unknown[] | undefined }
  | { toSQL(): { sql: string; params: unknown[] } };

const textOf = (query: Explainable): string =>
  typeof query === "string" ? query : "toSQL" in query ? query.toSQL().sql : query.sql;

/**
 * Plans are asked of an empty twin of the database: libSQL keeps the EXPLAIN of a write open, and
 * an open statement would block the next commit. A plan depends on the schema alone.
 */
const twins = new WeakMap<object, Promise<Client>>();

async function twinOf(target: Client | Db): Promise<Client> {
  // The tables of a search index are made with it.
  const ddl =
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND sql NOT GLOB 'CREATE TABLE ''*'";
  const statements =
    "batch" in target && "run" in target
      ? (await target.all<{ sql: string }>(sql.raw(ddl))).map((row) => row.sql)
      : (await target.execute(ddl)).rows.map((row) => row["sql"] as string);
  const twin = openLibsql(":memory:");
  for (const statement of statements) await twin.execute(statement);
  return twin;
}

/** The `detail` lines of EXPLAIN QUERY PLAN. Parameters need no value: the plan does not depend on them. */
export async function planOf(target: Client | Db, query: Explainable): Promise<string[]> {
  const twin = twins.get(target) ?? twinOf(target);
  twins.set(target, twin);
  const { rows } = await (await twin).execute(`EXPLAIN QUERY PLAN ${textOf(query)}`);
  return rows.map((row) => row["detail"] as string);
}

/**
 * Fails when the plan walks a whole table or index: what is left is look-ups, ranges, and walks
 * over the rows of one JSON parameter or of a subquery that was itself checked.
 */
export async function assertNoScan(target: Client | Db, query: Explainable): Promise<void> {
  const plan = await planOf(target, query);
  expect(scansIn(plan), `${textOf(query)}\n${plan.join("\n")}`).toEqual([]);
}

/** The lines of a plan that walk a table. */
export function scansIn(plan: readonly string[]): string[] {
  const made = new Set(
    plan.flatMap((line) => /^(?:MATERIALIZE|CO-ROUTINE) (.+)$/.exec(line)?.[1] ?? []),
  );
  return plan.filter((line) => {
    const name = /^SCAN (\(?[\w-]+\)?)/.exec(line)?.[1];
    if (name === undefined || name === "CONSTANT") return false;
    return !made.has(name) && !line.includes("VIRTUAL TABLE");
  });
}

/** Every statement that reached the database while `action` ran. */
export async function statementsOf(
  client: Client,
  action: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = [];
  const note = (statement: unknown): void => {
    if (typeof statement === "string") seen.push(statement);
    else if (Array.isArray(statement)) note(statement[0]);
    else seen.push((statement as { sql: string }).sql);
  };
  const execute: (statement: never, args: never) => ReturnType<Client["execute"]> =
    client.execute.bind(client);
  const batch = client.batch.bind(client);
  Object.assign(client, {
    execute: (statement: never, args: never) => {
      note(statement);
      return execute(statement, args);
    },
    batch: (...args: Parameters<Client["batch"]>) => {
      for (const statement of args[0]) note(statement);
      return batch(...args);
    },
  });
  try {
    await action();
  } finally {
    Object.assign(client, { execute, batch });
  }
  return seen;
}

/** Runs `action` and fails when any of its statements would walk a table of the product. */
export async function assertNoScans(client: Client, action: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(client, action);
  expect(statements.length, "the action sent no statement").toBeGreaterThan(0);
  for (const statement of new Set(statements)) {
    if (/^\s*(select|insert|update|delete|with)\b/i.test(statement)) {
      await assertNoScan(client, statement);
    }
  }
}
