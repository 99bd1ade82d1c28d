import { Column, is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { isWrite } from "./along-writes.ts";
import type { AnyDb, AnyStatement } from "./db.ts";
import { noteResults } from "./tally.ts";

const known = new WeakMap<D1Database, AnyDb>();

/** A D1 binding as `AnyDb`: one for all requests of an isolate, so that queries written once stay so. */
export function overD1(binding: D1Database): AnyDb {
  const before = known.get(binding);
  if (before) return before;
  const db = Object.assign(counted(drizzle(binding)), {
    batch: (queries: readonly AnyStatement[]) => batch(binding, queries),
  }) as unknown as AnyDb;
  known.set(binding, db);
  return db;
}

/** The parts of a drizzle query that its own D1 batch uses. */
type Prepared = {
  getQuery(): { readonly sql: string; readonly params: readonly unknown[] };
  mapResult(result: D1Result, isFromBatch: true): unknown;
};

/**
 * One atomic batch. drizzle 0.45 cannot put a raw `sql` with parameters into a D1 batch (it binds a
 * statement that raw queries do not have), so each statement is bound here.
 */
async function batch(binding: D1Database, queries: readonly AnyStatement[]): Promise<unknown[]> {
  const prepared = queries.map((query) =>
    (query as unknown as { _prepare(): Prepared })._prepare(),
  );
  const results = await binding.batch(
    prepared.map((query) => {
      const { sql, params } = query.getQuery();
      return binding.prepare(sql).bind(...params);
    }),
  );
  noteResults(results);
  return results.map((result, i) => prepared[i]?.mapResult(result, true));
}

/** What the queries of a database pass through; their type does not show it. */
type Session = {
  prepareQuery(
    query: { readonly sql: string },
    fields: Fields,
    ...rest: readonly unknown[]
  ): { stmt: D1PreparedStatement };
};
/** The columns of a result in their order, where a query builder knows them. */
type Fields = readonly { readonly field: unknown }[] | undefined;

/** The same database, which counts the rows of every statement. */
function counted(db: ReturnType<typeof drizzle>): ReturnType<typeof drizzle> {
  const { session } = db as unknown as { readonly session: Session };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, ...rest) => {
    const prepared = prepareQuery(query, fields, ...rest);
    prepared.stmt = countedStatement(prepared.stmt, query.sql, fields);
    return prepared;
  };
  return db;
}

/** What drizzle asks of a statement. */
type Asked = Pick<D1PreparedStatement, "bind" | "run" | "all" | "raw">;

function countedStatement(
  statement: D1PreparedStatement,
  sql: string,
  fields: Fields,
): D1PreparedStatement {
  const over = {
    bind: (...values: unknown[]) => countedStatement(statement.bind(...values), sql, fields),
    run: () => noted(statement.run()),
    all: () => noted(statement.all()),
    raw: () => listsOf(statement, sql, fields),
  };
  // drizzle asks for these four alone.
  return over as Asked as D1PreparedStatement;
}

async function noted<T extends D1Result>(asked: Promise<T>): Promise<T> {
  const result = await asked;
  noteResults([result]);
  return result;
}

/** Queries that answer two columns of one name, which objects cannot hold. Ours are few. */
const alike = new Set<string>();

/**
 * The rows as lists, with their count. D1 says no counts of lists: objects are asked for and taken apart,
 * unless two of their columns have one name; then the rows that came are the count.
 */
async function listsOf(
  statement: D1PreparedStatement,
  sql: string,
  fields: Fields,
): Promise<unknown[][]> {
  if (fields && !alike.has(sql) && (!isWrite(sql) || areNamed(fields))) {
    const { results } = await noted(statement.all<Record<string, unknown>>());
    const [first] = results;
    if (!first || fits(first, fields)) return results.map((row) => Object.values(row));
    alike.add(sql);
  }
  const rows = await statement.raw<unknown[]>();
  const count = rows.length;
  noteResults([{ meta: isWrite(sql) ? { rows_written: count } : { rows_read: count } }]);
  return rows;
}

/** Whether the result of a write, which runs once, certainly has a name for each column. */
function areNamed(fields: NonNullable<Fields>): boolean {
  const names = fields.flatMap(({ field }) => (is(field, Column) ? [field.name] : []));
  return fields.length === 1 || new Set(names).size === fields.length;
}

/** Whether a row has each column, in the order in which they were asked for: numbers come first in objects. */
function fits(row: object, fields: NonNullable<Fields>): boolean {
  const names = Object.keys(row);
  if (names.length !== fields.length) return false;
  return names.length === 1 || !names.some((name) => /^\d+$/.test(name));
}
