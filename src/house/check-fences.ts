import { globSync, readFileSync } from "node:fs";
import { violations } from "./fences.ts";
import { readImports } from "./imports.ts";
import { readSides, sideViolations } from "./sides.ts";
import { avoidedWords } from "./words.ts";

/** Part of `npm run check`: the order of modules, who may import whom, the sides of tables, and words to avoid, of the tree it runs in. */
const files = globSync("**/*.{ts,tsx,css}", { cwd: "src" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const sources = files.filter((path) => !path.endsWith(".css")).map((path) => `src/${path}`);
const found = [
  ...violations(readImports("."), files).map(({ text }) => text),
  ...sideViolations(readSides(".")),
  ...avoidedWords(sources.map((path) => [path, readFileSync(path, "utf8")])),
];
for (const text of found) console.log(text);
if (found.length > 0) process.exitCode = 1;
