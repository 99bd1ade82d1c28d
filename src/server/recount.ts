import { parseArgs } from "node:util";
import { systemNow } from "#platform/adapters/clock.ts";
import { hooks } from "#app/modules.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { runCommand } from "./command.ts";
import { openDatabase } from "./database.ts";
import { settingsOfInstall } from "./settings-of-install.ts";
import { openWorkspaces } from "./workspaces/open-workspaces.ts";

/*
 * `npm run recount [-- --repair]` recounts the counters of the databases that `npm start` would
 * use, and prints those that differ; it ends with 1 when there are any. `--repair` sets them to what the
 * rows say.
 */
await runCommand(import.meta.filename, async () => {
  const { values } = parseArgs({ options: { repair: { type: "boolean", default: false } } });
  const settings = settingsOfInstall();
  const { client, db } = await openDatabase(settings);
  const shards = await openWorkspaces(settings, { client, db }, () => undefined);
  try {
    const found = await recount(
      { install: db, db, ...(shards && { shards }), settings, now: systemNow, hooks },
      values.repair,
    );
    if (found.length === 0) console.log("Every counter is what its rows say.");
    else {
      console.table(found);
      console.log(
        values.repair
          ? "They are set to what the rows say."
          : "Nothing was changed; --repair sets them.",
      );
      if (!values.repair) process.exitCode = 1;
    }
  } finally {
    await shards?.close();
    client.close();
  }
});
