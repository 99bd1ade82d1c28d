import { describe } from "#platform/ctx/log.ts";
import { buildDashboard } from "./build-dashboard.ts";
import { bundleMigrations } from "./bundle-migrations.ts";

/**
 * `npm run build`: the dashboard into `dist/dashboard`, when it is missing or of other sources, and the
 * migrations that go into the Worker's bundle into `dist/migrations.sql`.
 */
const began = performance.now();
try {
  await bundleMigrations();
  const built = await buildDashboard();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(built ? `Built the dashboard in ${seconds} s.` : "The dashboard is up to date.");
} catch (cause) {
  console.error(`outrider: the dashboard cannot be built: ${describe(cause)}`);
  process.exitCode = 1;
}
