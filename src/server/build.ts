import { describe } from "#platform/ctx/log.ts";
import { buildDashboard } from "./build-dashboard.ts";
import { buildWorker } from "./worker-build/build-worker.ts";

/**
 * `npm run build`: the dashboard into `dist/dashboard`, when it is missing or of other sources. With
 * `--worker`, as wrangler calls it, also the Worker into `dist/worker`.
 */
const began = performance.now();
const withWorker = process.argv.includes("--worker");
const what = withWorker ? "Worker" : "dashboard";
try {
  const built = await (withWorker ? buildWorker() : buildDashboard());
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(built ? `Built the ${what} in ${seconds} s.` : `The ${what} is up to date.`);
} catch (cause) {
  console.error(`outrider: the ${what} cannot be built: ${describe(cause)}`);
  process.exitCode = 1;
}
