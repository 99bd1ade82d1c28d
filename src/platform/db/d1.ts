import { drizzle } from "drizzle-orm/d1";
import type { AnyDb, AnyStatement } from "./db.ts";

const known = new WeakMap<D1Database, AnyDb>();

/** A D1 binding as `AnyDb`: one for all requests of an isolate, so that queries written once stay so. */
export function overD1(binding: D1Database): AnyDb {
  const before = known.get(binding);
  if (before) return before;
  const db = Object.assign(drizzle(binding), {
    batch: (queries: readonly AnyStatement[]) => batch(binding, queries),
  }) as AnyDb;
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
  return results.map((result, i) => prepared[i]?.mapResult(result, true));
}
