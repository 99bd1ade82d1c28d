import { overD1 } from "./d1.ts";
import type { AnyDb } from "./db.ts";

/** A value of a row or a parameter. Bytes are left out: the product stores none. */
type Value = string | number | null;

/** A statement on its way to a Durable Object. */
export type Asked = readonly [sql: string, params: readonly Value[]];

/** What it answered: rows as lists of values, with the names of their columns once. */
export type Answered = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  /** Rows that a write changed. */
  readonly changes: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
};

/** Runs statements in one transaction. */
export type Execute = (
  asked: readonly Asked[],
) => Promise<readonly Answered[]> | readonly Answered[];

/** The SQLite database of a Durable Object as `AnyDb`, wherever its statements run. */
export const overObject = (execute: Execute): AnyDb => overD1(d1Over(execute));

/** The part of D1's interface that is asked of D1 (d1.ts), over what runs statements. */
export function d1Over(execute: Execute): D1Database {
  const one = async (asked: Asked): Promise<Answered> => {
    const [answered] = await execute([asked]);
    if (!answered) throw new Error("D1_ERROR: a statement was not answered");
    return answered;
  };
  const prepare = (sql: string, values: readonly unknown[] = []) => {
    const asked: Asked = [sql, values.map(bindable)];
    return {
      asked,
      bind: (...next: unknown[]) => prepare(sql, next),
      all: async () => resultOf(await one(asked)),
      run: async () => resultOf(await one(asked)),
      raw: async () => (await one(asked)).rows,
    };
  };
  const database = {
    prepare,
    batch: async (statements: readonly { readonly asked: Asked }[]) =>
      (await execute(statements.map(({ asked }) => asked))).map(resultOf),
  };
  // The rest of a binding is not asked for.
  return database as unknown as D1Database;
}

/** A value as it is bound; throws for what D1 would refuse. */
function bindable(value: unknown): Value {
  if (typeof value === "boolean") return Number(value);
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`D1_TYPE_ERROR: Type '${typeof value}' not supported for a parameter`);
}

const resultOf = ({ columns, rows, changes, rowsRead, rowsWritten }: Answered) => ({
  success: true,
  results: rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
  // No size: what is counted as D1's is the install's.
  meta: { changes, rows_read: rowsRead, rows_written: rowsWritten },
});
