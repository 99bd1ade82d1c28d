import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** One import of a source file. `to` is a path below `src` or the name of a package. */
export type Import = {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly typeOnly: boolean;
  readonly kind: "source" | "package" | "other";
  /** As it is written. */
  readonly written: string;
};

const IMPORT =
  /^[ \t]*(?:import|export)[ \t]+(type[ \t]+)?(?:[\w*{][^"';]*?[ \t\n]from[ \t]+)?"([^"\n]+)"|\bimport\("([^"\n]+)"\)/gm;

/** Every import below `src`, in the order of files and lines. */
export function readImports(root: string): readonly Import[] {
  return globSync("**/*.{ts,tsx}", { cwd: join(root, "src") })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .flatMap((from) => importsOf(from, readFileSync(join(root, "src", from), "utf8")));
}

function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const written = match[2] ?? match[3] ?? "";
    const line = text.slice(0, match.index).split("\n").length;
    return { from, line, written, typeOnly: match[1] !== undefined, ...targetOf(from, written) };
  });
}

/** The path below `src` that an import names, or the name of a package. */
export const resolveImport = (from: string, written: string): string => targetOf(from, written).to;

function targetOf(from: string, written: string): Pick<Import, "to" | "kind"> {
  if (written.startsWith("./") || written.startsWith("../")) {
    return { kind: "source", to: posix.join(posix.dirname(from), written) };
  }
  if (!written.startsWith("#")) return { kind: "package", to: written };
  const to = written.slice(1);
  return { kind: to === "package.json" || to.startsWith("test/") ? "other" : "source", to };
}
