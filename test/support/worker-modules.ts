import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What `wrangler deploy --outdir` wrote, as miniflare takes it: the program first, then its parts and its data. */
export function workerModules(directory: string, program: string) {
  const named = (end: string): string[] =>
    readdirSync(directory)
      .filter((name) => name.endsWith(end))
      .map((name) => join(directory, name));
  return {
    modulesRoot: directory,
    modules: [
      { type: "ESModule" as const, path: join(directory, program) },
      ...named(".js")
        .filter((path) => path !== join(directory, program))
        .map((path) => ({ type: "ESModule" as const, path })),
      ...named(".sql").map((path) => ({ type: "Text" as const, path })),
    ],
  };
}

/** What the code may have, gzipped, without what lies beside it. */
export const MOST_CODE_BYTES = 1_175_000;

/** Bytes of the code of a bundle, gzipped as small as that goes. */
export const gzippedCode = ({ modules }: ReturnType<typeof workerModules>): number =>
  modules
    .filter(({ type }) => type === "ESModule")
    .reduce((sum, { path }) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
