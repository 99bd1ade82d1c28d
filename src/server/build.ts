import { describe } from "#platform/ctx/log.ts";
import { buildDashboard } from "./build-dashboard.ts";

/** `npm run build`: the dashboard into `dist/dashboard`, when it is missing or of other sources. */
const began = performance.now();
try {
  const built = await buildDashboard();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(built ? `Built the dashboard in ${seconds} s.` : "The dashboard is up to date.");
} catch (cause) {
  console.error(`outrider: the dashboard cannot be built: ${describe(cause)}`);
  process.exitCode = 1;
}
