import type { Client } from "@libsql/client";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/db.ts";

/** SQL text, with or without its parameters, or a drizzle query that has not run. */
export type Explainable =
  | string
  | { readonly sql: string; readonly args?: readonly unknown[] | undefined }
  | { toSQL(): { sql: string; params: unknown[] } };

/** The `detail` lines of EXPLAIN QUERY PLAN. Parameters need no value: the plan does not depend on them. */
export async function planOf(target: Client | Db, query: Explainable): Promise<string[]> {
  const text = typeof query === "string" ? query : "toSQL" in query ? query.toSQL().sql : query.sql;
  const explain = `EXPLAIN QUERY PLAN ${text}`;
  if ("batch" in target && "run" in target) {
    const rows = await target.all<{ detail: string } | unknown[]>(sql.raw(explain));
    return rows.map((row) => String(Array.isArray(row) ? row[3] : row.detail));
  }
  const { rows } = await target.execute(explain);
  return rows.map((row) => row["detail"] as string);
}

/**
 * Fails when the plan walks a whole table or index: what is left is look-ups, ranges, and walks
 * over the rows of one JSON parameter or of a subquery that was itself checked.
 */
export async function assertNoScan(target: Client | Db, query: Explainable): Promise<void> {
  const plan = await planOf(target, query);
  const text = typeof query === "string" ? query : "toSQL" in query ? query.toSQL().sql : query.sql;
  expect(scansIn(plan), `${text}\n${plan.join("\n")}`).toEqual([]);
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
