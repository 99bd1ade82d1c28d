import { parseArgs } from "node:util";
import { runCommand } from "#server/command.ts";
import { claimDataDir } from "#server/data-dir.ts";
import { settingsOfInstall } from "#server/settings-of-install.ts";
import { StartError } from "#server/start-error.ts";
import { splitDatabase } from "./split-database.ts";

/*
 * `npm run databases -- per_workspace`, with Outrider stopped, gives each workspace of an install a
 * database of its own. The former one is kept. It may be killed anywhere and run again.
 */
await runCommand(import.meta.filename, async () => {
  const [to] = parseArgs({ allowPositionals: true }).positionals;
  if (to !== "per_workspace") throw new StartError("Usage: npm run databases -- per_workspace");
  const settings = settingsOfInstall();
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError("The database is the server of DATABASE_URL: only a file is divided.");
  }
  const claim = await claimDataDir(settings.DATA_DIR, "http://127.0.0.1:0", null);
  try {
    const { workspaces, aside } = await splitDatabase(settings);
    console.log(
      `${workspaces} ${workspaces === 1 ? "workspace has" : "workspaces have"} a database each in ${settings.DATA_DIR}.`,
    );
    if (aside !== null) console.log(`The former database: ${aside}`);
    console.log("Set DATABASES=per_workspace, then start Outrider.");
  } finally {
    claim.release();
  }
});
