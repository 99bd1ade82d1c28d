import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { sharedDirectory } from "./scratch.ts";

/*
 * Set up before each feature file: keeps which of them ran, for what is judged over all of them in
 * the end.
 */
const directory = sharedDirectory("ran");
const { testPath } = expect.getState();
if (directory !== null && testPath !== undefined) {
  appendFileSync(join(directory, `${process.pid}.txt`), `${testPath}\n`);
}

/** How many feature files have run. */
export function filesRun(): number {
  if (directory === null) return 0;
  const lines = readdirSync(directory).flatMap((name) =>
    readFileSync(join(directory, name), "utf8").split("\n"),
  );
  return new Set(lines.filter((line) => line.includes("test/feature/"))).size;
}
