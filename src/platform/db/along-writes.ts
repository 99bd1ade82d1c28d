import { fillPlaceholders, type Query } from "drizzle-orm";
import { type AnyDb, type AnyStatement, runBatch } from "./db.ts";

type Values = Record<string, unknown>;

/** A query as drizzle has prepared it for either driver, and how the result of a batch is read. */
type Prepared = {
  getQuery(): Query;
  run(values?: Values): Promise<unknown>;
  all(values?: Values): Promise<unknown>;
  mapAllResult(result: unknown, isFromBatch: true): unknown;
};

/** What runs the queries of a database: each of them passes through here. */
type Session = {
  /** `fields` are those that a query builder knows of; raw SQL has none. */
  prepareQuery(query: Query, fields: unknown, ...rest: readonly unknown[]): Prepared;
  extractRawAllValueFromBatchResult(result: unknown): unknown;
};

/** A database that takes a statement along. */
export type Along<D extends AnyDb> = {
  readonly db: D;
  /** From now on nothing is taken along. */
  readonly end: () => void;
};

/**
 * The same database, which puts `statement` into the transaction of the first write, behind it: a
 * write by itself becomes a batch of two, so no round trip is added. First is each that begins before
 * one has come back, for the answer of another may have been lost.
 */
export function alongFirstWrite<D extends AnyDb>(db: D, statement: AnyStatement): Along<D> {
  let isOver = false;
  const runAlong = async (statements: readonly AnyStatement[]): Promise<unknown[]> => {
    const results = await runBatch(db, [...statements, statement]);
    isOver = true;
    return results.slice(0, -1);
  };
  // The databases of both drivers have a session; their type does not show it.
  const { session } = db as unknown as { readonly session: Session };
  const taking: Session = Object.assign(Object.create(session), {
    prepareQuery(query: Query, fields: unknown, ...rest: readonly unknown[]): Prepared {
      const prepared = session.prepareQuery(query, fields, ...rest);
      if (!isWrite(query.sql)) return prepared;
      const rowsOf = (result: unknown) =>
        fields === undefined
          ? session.extractRawAllValueFromBatchResult(result)
          : prepared.mapAllResult(result, true);
      return whereWanted(prepared, rowsOf, () => !isOver, runAlong);
    },
  });
  const over = Object.assign(Object.create(db), {
    session: taking,
    batch: async (statements: readonly AnyStatement[]) =>
      isOver || !statements.some(writes) ? runBatch(db, statements) : runAlong(statements),
  }) as D;
  return { db: over, end: () => void (isOver = true) };
}

/** A prepared write that goes through `runAlong` while that is wanted. */
function whereWanted(
  prepared: Prepared,
  rowsOf: (result: unknown) => unknown,
  isWanted: () => boolean,
  runAlong: (statements: readonly AnyStatement[]) => Promise<unknown[]>,
): Prepared {
  const along = async (mapResult: (result: unknown) => unknown, values: Values = {}) => {
    const { sql, params } = prepared.getQuery();
    // What a batch of either driver asks a statement for.
    const bound = {
      getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
      mapResult,
    };
    const [result] = await runAlong([{ _prepare: () => bound } as unknown as AnyStatement]);
    return result;
  };
  const never = (): never => {
    throw new Error("A write is awaited, run, or asked for all of its rows.");
  };
  return Object.assign(Object.create(prepared), {
    run: (values?: Values) =>
      isWanted() ? along((result) => result, values) : prepared.run(values),
    all: (values?: Values) => (isWanted() ? along(rowsOf, values) : prepared.all(values)),
    get: never,
    values: never,
  });
}

const writes = (statement: AnyStatement): boolean =>
  isWrite((statement as unknown as { _prepare(): Prepared })._prepare().getQuery().sql);

/** Whether a statement may write. Only one with common table expressions hides at first what it does. */
export const isWrite = (sql: string): boolean =>
  /^\s*with\b/i.test(sql)
    ? /\b(?:insert|replace)\s+(?:or\s+\w+\s+)?into\b|\bupdate\s+|\bdelete\s+from\b/i.test(sql)
    : !/^\s*(?:select|values|pragma|explain)\b/i.test(sql);
