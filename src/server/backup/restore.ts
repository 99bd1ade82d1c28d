import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseSettings } from "#platform/ctx/settings.ts";
import { runCommand } from "#server/command.ts";
import { claimDataDir } from "#server/data-dir.ts";
import { readEnvironment } from "#server/environment.ts";
import { freshSecrets } from "#server/secrets.ts";
import { StartError } from "#server/start-error.ts";
import { gapWords } from "./gap.ts";
import { restoreBackup } from "./restore-backup.ts";

/*
 * `npm run restore -- DIRECTORY` puts a backup into DATA_DIR while Outrider is stopped. The former
 * content is moved aside, and its new place printed. On a new machine, the Sent folders are
 * searched for mails sent since the backup; `--offline` skips that.
 */
await runCommand(import.meta.filename, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { offline: { type: "boolean", default: false } },
  });
  const [directory] = positionals;
  if (directory === undefined) {
    throw new StartError("Usage: npm run restore -- DIRECTORY [--offline]");
  }
  const settings = parseSettings({ ...freshSecrets(), ...readEnvironment() });
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError("The database is the server of DATABASE_URL: restore it there.");
  }
  const dataDir = resolve(settings.DATA_DIR);
  const claim = await claimDataDir(dataDir, "http://127.0.0.1:0", null);
  try {
    const { manifest, aside, pausedCampaigns, gap } = await restoreBackup(
      { ...settings, DATA_DIR: dataDir },
      resolve(directory),
      !values.offline,
    );
    console.log(`${dataDir} is as it was at ${manifest.created_at} (version ${manifest.version}).`);
    if (aside !== null) console.log(`What was there: ${aside}`);
    console.log(gapWords(gap));
    if (pausedCampaigns > 0) {
      console.log(
        `${pausedCampaigns} running campaigns are paused: look at them, then start them.`,
      );
    }
  } finally {
    claim.release();
  }
});
