import { buildDashboard } from "#server/build-dashboard.ts";
import { bundleMigrations } from "#server/bundle-migrations.ts";

/** Before the files of a project that starts the product: so that no test waits for the build, or pays for it. */
export default async function setup(): Promise<void> {
  await bundleMigrations();
  await buildDashboard();
}
