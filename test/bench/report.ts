import { appendFileSync } from "node:fs";

/** Figures of one line of a table. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Prints a table, and hands it to `npm run bench` where that asked for it. `rows` may be named by their keys. */
export function report(rows: readonly Row[] | Readonly<Record<string, Row>>): void {
  console.table(rows);
  const file = process.env["BENCH_REPORT"];
  if (file === undefined) return;
  const lines = Array.isArray(rows)
    ? rows
    : Object.entries(rows).map(([name, row]) => ({ name, ...(row as Row) }));
  appendFileSync(file, `${JSON.stringify(lines)}\n`);
}
