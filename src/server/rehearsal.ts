import { join } from "node:path";
import { createApp } from "#app/app.ts";
import { parseSettings, SettingsError } from "#platform/ctx/settings.ts";
import { assertWhole, openDatabase } from "./database.ts";
import { nodeParts, withCompanion } from "./deps.ts";
import { ROOT } from "./own-build.ts";
import { readEnvironment } from "./environment.ts";
import { migrate } from "./migrate.ts";
import { StartError } from "./start-error.ts";
import { eachWorkspaceFile } from "./workspaces/open-workspaces.ts";

/*
 * What an update asks of a new version before anything is changed: migrate the copy of the databases
 * in DATA_DIR, find them whole, and answer over them. Nothing listens, ticks, sends or reads mail.
 */

/** They touch sign-in, the install's state and every schema of the API. */
const ASKED = ["/health", "/api/v1/setup/status", "/api/v1/openapi.json"];

try {
  await rehearse();
} catch (cause) {
  const isExpected = cause instanceof StartError || cause instanceof SettingsError;
  console.error(isExpected ? cause.message : String(cause));
  process.exit(1);
}
process.exit(0);

async function rehearse(): Promise<void> {
  const settings = parseSettings(readEnvironment());
  const { client, db } = await openDatabase({ ...settings, DATABASE_URL: undefined });
  await migrate(client, join(ROOT, "drizzle"));
  await assertWhole(client);
  const own = { ...settings, DATABASE_URL: undefined };
  await eachWorkspaceFile(own, client, assertWhole);
  const parts = nodeParts({
    settings: { ...settings, COMPANION_URL: undefined },
    db,
    queue: { send: async () => undefined },
    log: () => undefined,
  });
  const deps = withCompanion(parts, "http://127.0.0.1:9");
  const app = createApp(() => ({ deps, clientAddress: "127.0.0.1" }));
  for (const path of ASKED) {
    const { status } = await app.request(path);
    if (status !== 200) throw new StartError(`${path} answers ${status} on the migrated database`);
  }
}
