import { fillPlaceholders } from "drizzle-orm";
import type { AnyDb, AnyStatement, Db, InstallDb, InstallStatement, Statement } from "./db.ts";

/** A SELECT that drizzle has written, with placeholders for what differs from call to call. */
type Written<Rows> = {
  getQuery(): { readonly sql: string; readonly params: readonly unknown[] };
  mapResult(result: unknown, isFromBatch: true): unknown;
  all(values: Record<string, unknown>): Promise<Rows>;
};

/** What a query builder of drizzle offers for that. */
type Writable<Rows> = PromiseLike<Rows> & { prepare(): Pick<Written<Rows>, "all"> };

/**
 * A query that is asked so often that writing its SQL each time would cost as much as its answer:
 * the SQL is written once for each database. `build` puts `sql.placeholder(name)` where the values
 * are. What comes back runs when it is awaited, or as a statement of a batch.
 */
export function writtenOnce<Values extends Record<string, unknown>, Rows>(
  build: (db: Db) => Writable<Rows>,
): (db: Db, values: Values) => PromiseLike<Rows> & Statement;
export function writtenOnce<Values extends Record<string, unknown>, Rows>(
  build: (db: InstallDb) => Writable<Rows>,
): (db: InstallDb, values: Values) => PromiseLike<Rows> & InstallStatement;
export function writtenOnce<Values extends Record<string, unknown>, Rows>(
  build: (db: AnyDb) => Writable<Rows>,
): (db: AnyDb, values: Values) => PromiseLike<Rows> & AnyStatement {
  const known = new WeakMap<AnyDb, Written<Rows>>();
  return (db, values) => {
    let written = known.get(db);
    if (!written) {
      // The prepared queries of both drivers have all three; their type shows one.
      written = build(db).prepare() as Written<Rows>;
      known.set(db, written);
    }
    const query = written;
    const bound = {
      getQuery() {
        const { sql, params } = query.getQuery();
        return { sql, params: fillPlaceholders([...params], values) };
      },
      mapResult: (result: unknown, isFromBatch: true) => query.mapResult(result, isFromBatch),
    };
    const statement = {
      // oxlint-disable-next-line unicorn/no-thenable -- drizzle's own queries are awaited like this
      then: (...args: Parameters<PromiseLike<Rows>["then"]>) => query.all(values).then(...args),
      // What a batch of either driver asks a statement for.
      _prepare: () => bound,
    };
    return statement as unknown as PromiseLike<Rows> & AnyStatement;
  };
}
