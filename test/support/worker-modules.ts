import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What `wrangler deploy --outdir` wrote, as miniflare takes it: the program first, then its data. */
export function workerModules(directory: string, program: string) {
  const data = readdirSync(directory).filter((name) => name.endsWith(".bin"));
  return {
    modulesRoot: directory,
    modules: [
      { type: "ESModule" as const, path: join(directory, program) },
      ...data.map((name) => ({ type: "Data" as const, path: join(directory, name) })),
    ],
  };
}

/** Bytes of a bundle as the platform counts them: all of its modules, gzipped. */
export const gzippedBytes = ({ modules }: ReturnType<typeof workerModules>): number =>
  modules.reduce((sum, { path }) => sum + gzipSync(readFileSync(path)).length, 0);
