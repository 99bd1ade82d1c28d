import { globSync, readFileSync } from "node:fs";
import { violations } from "./fences.ts";
import { readImports } from "./imports.ts";
import { avoidedWords } from "./words.ts";

/** Part of `npm run check`: the order of modules, who may import whom, and words to avoid, of the tree it runs in. */
const files = globSync("**/*.{ts,tsx,css}", { cwd: "src" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const found = violations(readImports("."), files);
const sources = files.filter((path) => !path.endsWith(".css")).map((path) => `src/${path}`);
const words = avoidedWords(sources.map((path) => [path, readFileSync(path, "utf8")]));
for (const text of [...found.map((one) => one.text), ...words]) console.log(text);
if (found.length + words.length > 0) process.exitCode = 1;
