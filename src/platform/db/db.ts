import { type SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";

/**
 * What D1 and libSQL have in common. `transaction` is left out on purpose: D1 has none, so a
 * multi-statement write is either one statement or one `batch`, which is atomic on both.
 */
export type AnyDb = Omit<
  BaseSQLiteDatabase<"async", unknown, Record<string, never>>,
  "transaction"
> & {
  batch<U extends BatchItem<"sqlite">, T extends Readonly<[U, ...U[]]>>(
    queries: T,
  ): Promise<BatchResponse<T>>;
};

/*
 * Two sides of one schema: what belongs to the install, and what belongs to a workspace, which may
 * lie in another database (src/house/sides.ts says which table is whose). The marks exist in types
 * alone, so that neither side is taken for the other.
 */

/** The database of a workspace, for the tables of workspaces. */
export type Db = AnyDb & { readonly side?: "workspace" };
/** The install's first database, for the tables of the install. */
export type InstallDb = AnyDb & { readonly side?: "install" };

/** One statement of a batch, on either side. */
export type AnyStatement = BatchItem<"sqlite">;
/** One statement of a batch in a workspace's database. */
export type Statement = AnyStatement & { readonly side?: "workspace" };
/** One statement of a batch in the install's database. */
export type InstallStatement = AnyStatement & { readonly side?: "install" };

/** Makes a statement that writes one row depend on a condition. */
export const onlyIf = (condition: SQL): SQL => sql`WHERE ${condition}`;

/** Runs statements in one atomic batch; none is fine. */
export function runBatch(db: Db, statements: readonly Statement[]): Promise<unknown[]>;
export function runBatch(
  db: InstallDb,
  statements: readonly InstallStatement[],
): Promise<unknown[]>;
export async function runBatch(db: AnyDb, statements: readonly AnyStatement[]): Promise<unknown[]> {
  const [first, ...rest] = statements;
  if (!first) return [];
  return db.batch([first, ...rest]) as Promise<unknown[]>;
}

/** Rows that a write changed, on either database. */
export function changes(result: unknown): number {
  const r = result as { meta?: { changes?: number }; rowsAffected?: number };
  return r.meta?.changes ?? r.rowsAffected ?? 0;
}

/** Whether a write failed on a unique index of that name or column list. */
export const isUniqueViolation = (error: unknown): boolean =>
  says(error, /UNIQUE constraint failed/);

/** Whether a write failed for a value that a row may not lack. */
export const isMissingValue = (error: unknown): boolean =>
  says(error, /NOT NULL constraint failed/);

function says(error: unknown, words: RegExp): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (words.test(e.message)) return true;
  }
  return false;
}
