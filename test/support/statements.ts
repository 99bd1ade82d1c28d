import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedDirectory } from "./scratch.ts";

const NAME = "statements";
const directory = sharedDirectory(NAME);
const known = new Set<string>();

/** Keeps each distinct statement that the product ran on libSQL, so that D1 is asked about it in the end. */
export function recordStatement(sql: string): void {
  if (directory === null || known.has(sql)) return;
  known.add(sql);
  appendFileSync(join(directory, `${process.pid}.jsonl`), `${JSON.stringify(sql)}\n`);
}

/** The distinct statements of all processes of this run. */
export function recordedStatements(): readonly string[] {
  if (directory === null) return [];
  const lines = readdirSync(directory).flatMap((name) =>
    readFileSync(join(directory, name), "utf8").split("\n"),
  );
  return [...new Set(lines.filter((line) => line !== ""))].map(
    (line) => JSON.parse(line) as string,
  );
}
