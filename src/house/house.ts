import { globSync, readFileSync } from "node:fs";
import { styleText } from "node:util";
import { parseSync } from "vite";
import { componentsOf } from "./components.ts";
import { moduleOf } from "./fences.ts";
import { readImports } from "./imports.ts";

/** `npm run house`: how far the source is what it wants to be; ends with 1 where a figure falls short. */
type Figure = { readonly what: string; readonly is: number; readonly below: number };

type Node = { readonly type: string; readonly start: number; readonly end: number };

const read = (path: string): string => readFileSync(path, "utf8");
const linesOf = (text: string): number => text.split("\n").length - 1;
const sources = globSync("src/**/*.{ts,tsx}").map((path) => path.replaceAll("\\", "/"));
const texts = new Map(sources.map((path) => [path, read(path)]));

const figures: readonly Figure[] = [
  { what: "circles of modules", is: circles(), below: 1 },
  { what: "imports against the order of modules", is: exceptions(), below: 1 },
  { what: "files in the fullest folder of src/modules", is: fullest(/^src\/modules\//), below: 16 },
  {
    what: "files in the fullest room of the dashboard",
    is: fullest(/^src\/dashboard\/rooms\//),
    below: 21,
  },
  { what: "source files under 15 lines", is: short(), below: 30 },
  { what: "value names exported from two files", is: sameNames().length, below: 1 },
  { what: "functions above 120 lines", is: longFunctions().length, below: 1 },
  { what: "citations of pages that are not here", is: citations(), below: 1 },
  { what: "lines of the linter's configuration", is: linesOf(read(".oxlintrc.json")), below: 150 },
  { what: "bytes of README.md", is: Buffer.byteLength(read("README.md")), below: 8_000 },
];

for (const { what, is, below } of figures) {
  const holds = is < below;
  const mark = holds ? styleText("green", "ok   ") : styleText("red", "short");
  console.log(`${mark} ${what.padEnd(46)} ${String(is).padStart(6)}  (below ${below})`);
  if (!holds) process.exitCode = 1;
}
if (process.argv.includes("--list")) console.log([...longFunctions(), ...sameNames()].join("\n"));

function circles(): number {
  const edges = readImports(".").flatMap(({ from, to }): [string, string][] => {
    const [one, other] = [moduleOf(from), moduleOf(to)];
    return one !== null && other !== null && one !== other ? [[one, other]] : [];
  });
  return componentsOf(edges).filter((component) => component.length > 1).length;
}

/** Lines of `exceptions.ts` that begin a pair of files. */
function exceptions(): number {
  return [...read("src/house/exceptions.ts").matchAll(/^ {2}"\S+ -> \S+",$/gm)].length;
}

function fullest(below: RegExp): number {
  const folders = Map.groupBy(
    sources.filter((path) => below.test(path)),
    (path) => path.slice(0, path.lastIndexOf("/")),
  );
  return Math.max(0, ...[...folders.values()].map((files) => files.length));
}

function short(): number {
  return [...texts.values()].filter((text) => linesOf(text) < 15).length;
}

/** Names of values that two files of the product export; of `module.ts` each has its own. */
function sameNames(): string[] {
  const homes = new Map<string, string[]>();
  for (const [path, text] of texts) {
    if (/^src\/docs\/|\/module\.ts$/.test(path)) continue;
    for (const [, name = ""] of text.matchAll(
      /^export (?:async )?(?:const|function\*?|class) (\w+)/gm,
    )) {
      // An overload is the same name once more.
      homes.set(name, [...new Set([...(homes.get(name) ?? []), path])]);
    }
  }
  return [...homes]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

function longFunctions(): string[] {
  return [...texts].flatMap(([path, text]) => {
    const found: string[] = [];
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(visit);
      if (typeof value !== "object" || value === null) return;
      if (isFunction(value)) {
        const lines = linesOf(text.slice(value.start, value.end)) + 1;
        if (lines > 120)
          found.push(`${path}:${linesOf(text.slice(0, value.start)) + 1} ${lines} lines`);
      }
      Object.values(value).forEach(visit);
    };
    if (linesOf(text) > 120) visit(parseSync(path, text).program.body);
    return found;
  });
}

function isFunction(value: object): value is Node {
  return (
    "type" in value &&
    ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(
      String(value.type),
    )
  );
}

/** Comments that name a chapter of a page which no reader of the repository can open. */
function citations(): number {
  const cited =
    /\b(?:contract|reliability|threat|architecture|acceptance|rightness|security|operator|spec|mail|validation|wishes) [A-H]?\d+(?:\.\d+)*\b/gi;
  return [...texts]
    .flatMap(([path, text]) => parseSync(path, text).comments)
    .reduce((sum, { value }) => sum + [...value.matchAll(cited)].length, 0);
}
