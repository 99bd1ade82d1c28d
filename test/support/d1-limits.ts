import type { Client, InStatement, InValue, ResultSet } from "@libsql/client";

/** https://developers.cloudflare.com/d1/platform/limits/ */
const PARAMETERS = 100;
const STATEMENT_BYTES = 100_000;
const VALUE_BYTES = 2_000_000;

const statementOf = (given: InStatement, args?: InValue[]) =>
  typeof given === "string" ? { sql: given, args: args ?? [] } : given;

/**
 * The client, refusing what D1 would refuse or garble although libSQL takes it. Each statement is
 * told to `seen` on its way.
 */
export function withLimitsOfD1(client: Client, seen: (sql: string) => void): Client {
  const judge = (given: InStatement, args?: InValue[]): void => {
    const { sql, args: values = [] } = statementOf(given, args);
    assertWithinD1(sql, values as readonly unknown[]);
    seen(sql);
  };
  const limited = {
    async execute(given: InStatement, args?: InValue[]): Promise<ResultSet> {
      judge(given, args);
      return client.execute(statementOf(given, args));
    },
    async batch(statements: InStatement[], mode?: "write"): Promise<ResultSet[]> {
      for (const statement of statements) judge(statement);
      const results = await client.batch(statements, mode);
      results.forEach(({ columns }, i) => {
        const twice = columns.find((name, at) => columns.indexOf(name) !== at);
        if (twice === undefined) return;
        const { sql } = statementOf(statements[i] ?? "");
        throw new Error(`D1 would lose a column: two of a batch are named ${twice}: ${sql}`);
      });
      return results;
    },
    close: () => client.close(),
  };
  // drizzle and we call these three alone.
  return limited as unknown as Client;
}

function assertWithinD1(sql: string, values: readonly unknown[]): void {
  if (values.length > PARAMETERS) {
    throw new Error(`D1_ERROR: too many SQL variables: ${values.length}: ${sql}`);
  }
  // No sign takes more than three bytes for each of its UTF-16 units.
  if (sql.length * 3 > STATEMENT_BYTES && Buffer.byteLength(sql) > STATEMENT_BYTES) {
    throw new Error(`D1_ERROR: statement too long: ${sql.slice(0, 200)}`);
  }
  values.forEach(assertBindable);
}

/** Throws for a value that D1 does not bind. Bytes are left out: the product stores none. */
export function assertBindable(value: unknown): void {
  if (typeof value === "string") {
    if (value.length * 3 > VALUE_BYTES && Buffer.byteLength(value) > VALUE_BYTES) {
      throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
    }
    return;
  }
  if (value === null || typeof value === "number" || typeof value === "boolean") return;
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported`);
}
