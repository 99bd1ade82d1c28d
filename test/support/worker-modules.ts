import { readdirSync } from "node:fs";
import { join } from "node:path";

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
