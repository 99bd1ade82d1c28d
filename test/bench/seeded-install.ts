import { mkdirSync } from "node:fs";
import { createApp } from "#app/app.ts";
import { parseSettings } from "#platform/ctx/settings.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { openDatabase } from "#server/database.ts";
import { nodeParts, withCompanion } from "#server/deps.ts";
import { migrate } from "#server/migrate.ts";
import { freshSecrets, loadSecrets } from "#server/secrets.ts";
import { fillInstall, type Sizes, sizesFor } from "./large-install.ts";

/** Who may sign in to a seeded install. */
export const OPERATOR = { email: "ann@example.com", password: "correct horse battery" };

/** A large install in `dataDir`, of so many leads or of these sizes, served in this process: nothing listens, ticks or sends. */
export async function seededInstall(
  dataDir: string,
  size: number | Sizes,
  tell: (line: string) => void = () => undefined,
) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secrets = loadSecrets(`${dataDir}/secrets.env`, {}, false);
  const settings = parseSettings({
    ...freshSecrets(),
    ...secrets,
    DATA_DIR: dataDir,
    API_LIMIT_PER_MINUTE: "1000000",
    LOG_LEVEL: "warn",
  });
  const { client, db } = await openDatabase(settings);
  await migrate(client, "drizzle");
  const queue = { send: async () => undefined };
  const parts = nodeParts({ settings, db, queue, log: () => undefined });
  const deps = {
    ...withCompanion(parts, "http://127.0.0.1:9"),
    mail: { ...withCompanion(parts, "http://127.0.0.1:9").mail, healthy: async () => true },
  };
  const app = createApp(() => ({ deps, clientAddress: "127.0.0.1" }));
  const made = await app.request("/api/v1/auth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ann Operator", ...OPERATOR }),
  });
  if (made.status !== 201) throw new Error(await made.text());
  await fillInstall(client, typeof size === "number" ? sizesFor(size) : size, deps.now(), tell);
  const set = await recount(deps, true);
  tell(`${set.length} counters`);
  return {
    client,
    deps,
    app,
    cookie: (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
  };
}
