import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What `wrangler deploy --outdir` wrote, as miniflare takes it: the program first, then its data. */
export function workerModules(directory: string, program: string) {
  const named = (end: string): string[] =>
    readdirSync(directory)
      .filter((name) => name.endsWith(end))
      .map((name) => join(directory, name));
  return {
    modulesRoot: directory,
    modules: [
      { type: "ESModule" as const, path: join(directory, program) },
      ...named(".bin").map((path) => ({ type: "Data" as const, path })),
      ...named(".sql").map((path) => ({ type: "Text" as const, path })),
    ],
  };
}

/** Bytes of a bundle as the platform counts them: all of its modules, gzipped. */
export const gzippedBytes = ({ modules }: ReturnType<typeof workerModules>): number =>
  modules.reduce((sum, { path }) => sum + gzipSync(readFileSync(path)).length, 0);
