import { join } from "node:path";
import { buildDashboard } from "#server/build-dashboard.ts";
import { buildOnce, DIST } from "#server/build-once.ts";
import { bundleMigrations } from "#server/bundle-migrations.ts";

/** What wrangler.toml deploys: `code`, and `assets` beside it. */
export const WORKER_DIR = join(DIST, "worker");

/**
 * Builds what is deployed to Cloudflare, with the dashboard, unless the present build is of these very
 * sources. Answers whether it had to. Throws with the words of esbuild or Vite.
 */
export async function buildWorker(): Promise<boolean> {
  await bundleMigrations();
  await buildDashboard();
  return buildOnce({
    name: "worker",
    sources: ["src", "drizzle", "package.json", "package-lock.json", "CHANGELOG.md"],
    async make(fresh) {
      // What builds is there only where something is deployed.
      const { bundleCode } = await import("./bundle-code.ts");
      const { writeAssets } = await import("./write-assets.ts");
      await bundleCode(join(fresh, "code"));
      await writeAssets(join(fresh, "assets"));
    },
  });
}
