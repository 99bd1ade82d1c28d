import { globSync } from "node:fs";
import { violations } from "./fences.ts";
import { readImports } from "./imports.ts";
import { readSides, sideViolations } from "./sides.ts";

/** Part of `npm run check`: the order of modules and who may import whom, of the tree it runs in. */
const files = globSync("**/*.{ts,tsx,css}", { cwd: "src" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const found = [
  ...violations(readImports("."), files).map(({ text }) => text),
  ...sideViolations(readSides(".")),
];
for (const text of found) console.log(text);
if (found.length > 0) process.exitCode = 1;
