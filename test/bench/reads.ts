import type { Client, InStatement } from "@libsql/client";

/** One statement as it reached the database. */
export type Read = { readonly sql: string; readonly args: readonly unknown[] };

/** Reads of a request: those of one wave were sent before the first of them was answered. */
export type Waves = readonly (readonly Read[])[];

/** The SELECTs that `action` sends, as the product orders them. */
export async function readsOf(client: Client, action: () => Promise<unknown>): Promise<Waves> {
  const waves: Read[][] = [];
  let underWay = 0;
  const note = (statements: readonly InStatement[]): void => {
    const reads = statements
      .map((statement) => (typeof statement === "string" ? { sql: statement } : statement))
      .filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))
      .map((each) => ({ sql: each.sql, args: ("args" in each ? each.args : []) as unknown[] }));
    if (reads.length === 0) return;
    if (underWay === 0) waves.push([]);
    waves.at(-1)?.push(...reads);
  };
  const wrap =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>, told: (...args: A) => void) =>
    async (...args: A): Promise<R> => {
      told(...args);
      underWay++;
      try {
        return await call(...args);
      } finally {
        underWay--;
      }
    };
  const execute = client.execute.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const batch = client.batch.bind(client) as (...args: unknown[]) => Promise<unknown>;
  Object.assign(client, {
    execute: wrap(execute, (statement, args) =>
      note([
        typeof statement === "string"
          ? { sql: statement, args: args as never }
          : (statement as InStatement),
      ]),
    ),
    batch: wrap(batch, (statements) => note(statements as InStatement[])),
  });
  try {
    await action();
  } finally {
    Object.assign(client, { execute, batch });
  }
  return waves;
}
