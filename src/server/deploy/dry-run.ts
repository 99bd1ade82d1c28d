import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#server/own-build.ts";
import { completeConfig, type Deployment, queuesOf } from "./config.ts";
import { CONFIG, wrangler } from "./wrangler.ts";

/**
 * Prints what a deployment would create and bundles the Worker, without an account: nothing is
 * asked of the platform and nothing is made. Throws `StartError` where the bundle cannot be made.
 */
export async function dryRun(
  plan: Omit<Deployment, "databaseId" | "baseUrl" | "migrationTag"> & {
    readonly baseUrl: string | null;
    readonly secrets: Readonly<Record<string, string>>;
  },
  print: (line: string) => void,
): Promise<void> {
  const { name } = plan;
  print(`database   ${name}`);
  for (const queue of queuesOf(name)) print(`queue      ${queue}`);
  print(`variables  ${Object.keys(plan.vars).join(", ") || "none of your own"}`);
  print(
    `secrets    ${Object.keys(plan.secrets).join(", ") || "none of your own"}; the missing ones are made`,
  );
  const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const stage = mkdtempSync(join(tmpdir(), "outrider-deploy-"));
  try {
    const baseUrl = plan.baseUrl ?? `https://${name}.example.workers.dev`;
    const databaseId = "00000000-0000-4000-8000-000000000000";
    writeFileSync(
      CONFIG,
      completeConfig(toml, { ...plan, databaseId, baseUrl, migrationTag: null }),
    );
    await wrangler("deploy", "--dry-run", "--outdir", stage);
    const bytes = readdirSync(stage)
      .filter((file) => file.endsWith(".js"))
      .reduce((sum, file) => sum + statSync(join(stage, file)).size, 0);
    print(`worker     ${(bytes / 1e6).toFixed(1)} MB, bundled`);
  } finally {
    rmSync(CONFIG, { force: true });
    rmSync(stage, { recursive: true, force: true });
  }
}
