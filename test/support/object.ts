import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { bundleOf } from "#platform/db/bundled-migrations.ts";
import { readMigrations } from "#server/migrate.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { databaseBehind, type FreshD1 } from "./d1.ts";

/** Every query of a process goes through one workerd. */
let gate: Promise<string> | undefined;
let used = 0;

/** The database of a Durable Object with the migrations applied, and nothing in it. */
export async function freshObject(): Promise<FreshD1> {
  return databaseBehind(await (gate ??= startGate()), `object-${used++}`);
}

async function startGate(): Promise<string> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: await bundleWorker("test/support/object-gate/worker.ts"),
      compatibilityDate: "2026-10-01",
      compatibilityFlags: ["nodejs_compat"],
      cf: false,
      durableObjects: { DATABASES: { className: "Database", useSQLite: true } },
      bindings: { MIGRATIONS: bundleOf(await readMigrations("drizzle")) },
    }),
  );
  return (await miniflare.ready).href;
}
