import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Health } from "#modules/operations/contract/health.ts";
import { openLibsql } from "#platform/db/libsql.ts";
import { migrate } from "#server/migrate.ts";
import { ownBuild, ROOT } from "#server/own-build.ts";
import { StartError } from "#server/start-error.ts";
import type { Cloudflare } from "./cloudflare.ts";
import { completeConfig, type Deployment, queuesOf } from "./config.ts";
import { missingSecrets } from "./hosted-secrets.ts";
import { CONFIG, wrangler } from "./wrangler.ts";

/** A new address takes a while to be known everywhere. */
const SMOKE_TRIES = 60;

/**
 * Brings the sources to the platform and answers the address. It looks for everything before
 * creating it, so it can be repeated at any point. `print` gets each step. Throws `StartError`.
 */
export async function deploy(
  platform: Cloudflare,
  plan: Omit<Deployment, "databaseId" | "baseUrl" | "migrationTag"> & {
    readonly baseUrl: string | null;
    /** Where the secrets that are made here are kept. */
    readonly secretsDir: string;
    readonly secrets: Readonly<Record<string, string>>;
    readonly smokeEveryMs: number;
  },
  print: (line: string) => void,
): Promise<string> {
  const { name } = plan;
  const baseUrl = plan.baseUrl ?? (await workersDev(platform, name));

  const found = await platform.findDatabase(name);
  await assertSameDatabases(platform, plan);
  const databaseId = found ?? (await platform.createDatabase(name));
  print(`database   ${name} (${found ? "found" : "created"})`);

  const queues = await platform.listQueues();
  for (const queue of queuesOf(name)) {
    const isThere = queues.includes(queue);
    if (!isThere) await platform.createQueue(queue);
    print(`queue      ${queue} (${isThere ? "found" : "created"})`);
  }

  const present = await platform.listSecrets(name);
  mkdirSync(plan.secretsDir, { recursive: true, mode: 0o700 });
  const secrets = { ...missingSecrets(plan.secretsDir, present, plan.secrets), ...plan.secrets };
  print(`secrets    ${Object.keys(secrets).join(", ") || "all there"}`);

  const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const stage = mkdtempSync(join(tmpdir(), "outrider-deploy-"));
  try {
    const migrationTag = await platform.migrationTag(name);
    writeFileSync(CONFIG, completeConfig(toml, { ...plan, databaseId, baseUrl, migrationTag }));
    const secretsFile = join(stage, "secrets.json");
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
    await wrangler("d1", "migrations", "apply", "DB", "--remote");
    print("migrations applied");
    if (plan.secrets["DATABASE_URL"] !== undefined) {
      print(`migrations ${await migrateServer(plan.secrets)} new on the server of DATABASE_URL`);
    }
    const commit = ownBuild().commit;
    const tag = commit === null ? [] : ["--tag", commit.slice(0, 25)];
    await wrangler("deploy", "--secrets-file", secretsFile, ...tag);
    print("deployed");
  } finally {
    rmSync(CONFIG, { force: true });
    rmSync(stage, { recursive: true, force: true });
  }
  print(`healthy    ${await smokeCheck(baseUrl, plan.smokeEveryMs)}`);
  return baseUrl;
}

/** Brings the libSQL server that the Worker is to use up to the sources; answers how many migrations were new. */
async function migrateServer({
  DATABASE_URL: url = "",
  DATABASE_AUTH_TOKEN: authToken,
}: Readonly<Record<string, string>>): Promise<number> {
  try {
    const client = openLibsql(url, { authToken });
    const fresh = await migrate(client, join(ROOT, "drizzle"));
    client.close();
    return fresh.length;
  } catch (cause) {
    throw new StartError(
      `The server of DATABASE_URL refuses the migrations: ${cause instanceof Error ? cause.message : "no answer"}.`,
    );
  }
}

/** Where the rows lie is not changed by a deployment: they would seem to be gone. */
async function assertSameDatabases(
  platform: Cloudflare,
  { name, vars }: Pick<Deployment, "name" | "vars">,
): Promise<void> {
  if ((await platform.migrationTag(name)) === null) return;
  const present = (await platform.setting(name, "DATABASES")) ?? "one";
  const wanted = vars["DATABASES"] ?? "one";
  if (present === wanted) return;
  throw new StartError(
    `${name} was deployed with DATABASES=${present}, and its rows lie as that says: it cannot be ${wanted}.`,
  );
}

async function workersDev(platform: Cloudflare, name: string): Promise<string> {
  const subdomain = await platform.subdomain();
  if (subdomain !== null) return `https://${name}.${subdomain}.workers.dev`;
  throw new StartError(
    "This account has no workers.dev address: open Workers in the panel once, or give --base-url.",
  );
}

/** Waits until the new address answers that its database works. */
async function smokeCheck(baseUrl: string, everyMs: number): Promise<string> {
  let last = "no answer";
  for (let attempt = 0; attempt < SMOKE_TRIES; attempt++) {
    try {
      const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(10_000) });
      const health = Health.safeParse(await response.json());
      if (health.success && health.data.checks.database === "ok") return health.data.status;
      last = `status ${response.status}`;
    } catch (cause) {
      last = cause instanceof Error ? cause.message : "no answer";
    }
    await wait(everyMs);
  }
  throw new StartError(
    `${baseUrl}/health is not well (${last}): npx wrangler tail shows the Worker's log.`,
  );
}
