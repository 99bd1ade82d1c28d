import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { buildWorker, WORKER_DIR } from "#server/worker-build/build-worker.ts";
import { MOST_CODE_BYTES } from "#test/support/worker-modules.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:bundle`: how large the code of the Worker is, and what it costs an isolate to begin: the
 * processor's time to compile and evaluate what is loaded at the start, in a fresh process each. It is
 * measured in Node, whose V8 does for it what that of workerd does; what Node needs for its own modules is
 * deducted.
 *
 *   ROUNDS           9 without
 */
const ROUNDS = Number(process.argv[2] ?? 9);
/** The platform refuses a Worker that takes longer than a second. */
const MOST_START_MS = 700;

await buildWorker();
const code = join(WORKER_DIR, "code");
const files = readdirSync(code).filter((file) => file.endsWith(".js"));
const zippedBytes = (file: string): number =>
  gzipSync(readFileSync(join(code, file)), { level: 9 }).length;
const atStart = new Set(["index.js", ...importsOf("index.js")]);

/** Modules of Node, which are no part of the Worker. */
const builtIn = [
  ...new Set(
    [...atStart].flatMap(
      (file) => readFileSync(join(code, file), "utf8").match(/(?<=from")node:[\w/]+(?=")/g) ?? [],
    ),
  ),
];
const starts: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const nothing = cpuMs(builtIn);
  const begun = cpuMs([...builtIn, pathToFileURL(join(code, "index.js")).href]);
  starts.push(begun - nothing);
}
report([
  {
    what: "code, gzipped",
    unit: "bytes",
    rounds: [files.reduce((sum, file) => sum + zippedBytes(file), 0)],
    aim: { most: MOST_CODE_BYTES },
  },
  {
    what: "of it loaded at the start",
    unit: "bytes",
    rounds: [[...atStart].reduce((sum, file) => sum + zippedBytes(file), 0)],
  },
  {
    what: "start of an isolate, CPU time",
    unit: "ms",
    rounds: starts,
    aim: { most: MOST_START_MS },
  },
]);

/** The parts that a part of the bundle loads with itself, and those that they load. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(code, file), "utf8");
  const own = [...text.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(([, name = ""]) => name);
  return own.flatMap((name) => [name, ...importsOf(name)]);
}

/** The processor's time for importing these modules, with what workerd provides at hand. */
function cpuMs(modules: readonly string[]): number {
  const program = `
    import { registerHooks } from "node:module";
    const provided = {
      "cloudflare:workers": "export class DurableObject {} export class WorkerEntrypoint {} export class RpcTarget {} export const env = {};",
    };
    registerHooks({
      resolve(name, context, next) {
        const text = provided[name] ?? (name.endsWith(".sql") ? "export default '';" : null);
        if (text === null) return next(name, context);
        return { url: "data:text/javascript," + encodeURIComponent(text), shortCircuit: true };
      },
    });
    const before = process.cpuUsage();
    for (const one of ${JSON.stringify(modules)}) await import(one);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const args = ["--input-type=module", "--eval", program];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.slice(-2_000));
  return Number(stdout);
}
