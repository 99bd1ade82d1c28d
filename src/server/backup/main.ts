import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "#server/command.ts";
import { settingsOfInstall } from "#server/settings-of-install.ts";
import { StartError } from "#server/start-error.ts";
import { usual } from "#server/workspaces/open-workspaces.ts";
import { backupsDir, nameOfBackup } from "./backup.ts";
import { makeBackup } from "./make-backup.ts";
import { pruneBackups } from "./prune-backups.ts";

/*
 * `npm run backup [-- DIRECTORY] [--with-secrets] [--keep N]` writes a backup, whether the product
 * runs or not; without a directory into DATA_DIR/backups. `--keep` then removes older ones there.
 */
await runCommand(import.meta.filename, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      "with-secrets": { type: "boolean", default: false },
      keep: { type: "string" },
      "for-update": { type: "boolean", default: false },
    },
  });
  const settings = settingsOfInstall();
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError("The database is the server of DATABASE_URL: back it up there.");
  }
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) {
    throw new StartError("--keep takes how many backups to keep, 1 or more.");
  }
  const { DATA_DIR } = settings;
  const directory = resolve(positionals[0] ?? join(backupsDir(DATA_DIR), nameOfBackup()));
  const made = await makeBackup(DATA_DIR, directory, {
    withSecrets: values["with-secrets"],
    forUpdate: values["for-update"],
    usually: usual(settings),
  });
  const megabytes = made.files.reduce((sum, file) => sum + file.bytes, 0) / 1e6;
  console.log(`Backup of ${megabytes.toFixed(1)} MB, checked: ${directory}`);
  if (!values["with-secrets"]) {
    console.log("Without the secrets: keep secrets.env (or the settings) somewhere else.");
  }
  if (keep !== null) {
    const removed = pruneBackups(dirname(directory), keep, { ofUpdates: false });
    console.log(`Removed ${removed} older ${removed === 1 ? "backup" : "backups"}.`);
  }
});
