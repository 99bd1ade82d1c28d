import type { Client, InStatement, InValue, ResultSet, Row, TransactionMode } from "@libsql/client";
import Driver from "libsql";

/** A statement that stays prepared, and how its rows are made. */
type Prepared = {
  readonly statement: ReturnType<Driver.Database["prepare"]>;
  readonly names: readonly string[];
  /** Null where it returns no rows. */
  readonly rowOf: ((values: readonly unknown[]) => Row) | null;
};

/** Statements kept, at some 20 KB each. Ours are few; texts that depend on how many values they hold come and go. */
const MOST_KEPT = 500;

export type EmbeddedOptions = { timeoutMs?: number; mostKept?: number };

const BEGIN: Readonly<Record<TransactionMode, string>> = {
  deferred: "BEGIN DEFERRED",
  write: "BEGIN IMMEDIATE",
  read: "BEGIN TRANSACTION READONLY",
};

/** What changes the columns of others, or is asked once. */
const PASSING = /^\s*(?:create|alter|drop|pragma|vacuum|explain|analyze|reindex|attach|detach)\b/i;

/**
 * A libSQL database inside this process (`path` or `:memory:`), behind the calls of a libSQL client
 * that drizzle and we make: `execute`, `batch` and `close`. The client of `@libsql/client` prepares
 * each statement every time and defines each cell of a row as two properties, which costs more than
 * most of our queries; this one keeps its statements. Nothing here waits, so that statements of two
 * callers never mix. Waits `timeoutMs` for another program's lock, and keeps `mostKept` statements.
 */
export function openEmbedded(path: string, options: EmbeddedOptions = {}): Client {
  const { timeoutMs, mostKept = MOST_KEPT } = options;
  const driver = new Driver(path, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  const kept = new Map<string, Prepared>();

  const prepared = (sql: string): Prepared => {
    const known = kept.get(sql);
    if (known) return known;
    const fresh = prepare(driver, sql);
    if (PASSING.test(sql)) {
      kept.clear();
      return fresh;
    }
    for (const oldest of kept.keys()) {
      if (kept.size < mostKept) break;
      kept.delete(oldest);
    }
    kept.set(sql, fresh);
    return fresh;
  };

  const run = (given: InStatement): ResultSet => {
    const { sql, args = [] } = typeof given === "string" ? { sql: given } : given;
    if (!Array.isArray(args)) throw new TypeError("Parameters are bound by position.");
    const { statement, names, rowOf } = prepared(sql);
    const values = args.map(toSql);
    if (!rowOf) return resultOf([], [], statement.run(values).changes);
    // In raw mode a row is the list of its values.
    const rows = statement.all(values) as (readonly unknown[])[];
    return resultOf(names, rows.map(rowOf), 0);
  };

  const client = {
    closed: false,
    protocol: "file",
    execute: async (given: InStatement, args?: InValue[]): Promise<ResultSet> =>
      run(typeof given === "string" && args ? { sql: given, args } : given),
    async batch(
      statements: readonly InStatement[],
      mode: TransactionMode = "deferred",
    ): Promise<ResultSet[]> {
      // One statement is atomic by itself.
      if (statements.length === 1) return statements.map(run);
      driver.exec(BEGIN[mode]);
      try {
        const results = statements.map(run);
        driver.exec("COMMIT");
        return results;
      } finally {
        if (driver.inTransaction) driver.exec("ROLLBACK");
      }
    },
    close(): void {
      kept.clear();
      driver.close();
      client.closed = true;
    },
  };
  // The rest of a client, above all interactive transactions, is not part of `Db`.
  return client as unknown as Client;
}

function prepare(driver: Driver.Database, sql: string): Prepared {
  const statement = driver.prepare(sql);
  if (!statement.reader) return { statement, names: [], rowOf: null };
  statement.raw(true);
  const names = statement.columns().map(({ name }) => name);
  return { statement, names, rowOf: rowMaker(names) };
}

/** Rows that are read by name and by position; only the names are enumerable, the first of two alike. */
function rowMaker(names: readonly string[]): (values: readonly unknown[]) => Row {
  class Cells {
    readonly #values: readonly unknown[];
    constructor(values: readonly unknown[]) {
      this.#values = values;
    }
    get length(): number {
      return this.#values.length;
    }
    static valueAt(cells: Cells, i: number): unknown {
      return cells.#values[i];
    }
  }
  for (const i of names.keys()) {
    Object.defineProperty(Cells.prototype, i, {
      get(this: Cells) {
        return Cells.valueAt(this, i);
      },
    });
  }
  const firsts = names
    .map((name, i) => [name, i] as const)
    .filter(([name, i]) => names.indexOf(name) === i);
  return (values) => {
    const row = new Cells(values) as Cells & Record<string, unknown>;
    for (const [name, i] of firsts) row[name] = values[i];
    // Names and positions are what a Row has.
    return row as unknown as Row;
  };
}

const resultOf = (columns: readonly string[], rows: Row[], rowsAffected: number): ResultSet => ({
  columns: [...columns],
  columnTypes: [],
  rows,
  rowsAffected,
  lastInsertRowid: undefined,
  toJSON: () => rows,
});

/** What the driver can bind; throws a TypeError for anything else, which it would not survive. */
function toSql(value: InValue): string | number | bigint | Buffer | null {
  if (value === null || typeof value === "string" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value);
  throw new TypeError(`A ${typeof value} such as this cannot be stored.`);
}
