import { drizzle } from "drizzle-orm/d1";
import type { Db, Statement } from "./db.ts";

/** A D1 binding as `Db`. */
export function overD1(binding: D1Database): Db {
  const db = drizzle(binding);
  return Object.assign(db, {
    batch: (queries: readonly Statement[]) => batch(binding, queries),
  }) as Db;
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
async function batch(binding: D1Database, queries: readonly Statement[]): Promise<unknown[]> {
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
