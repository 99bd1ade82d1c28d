import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSettings } from "#platform/ctx/settings.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { runCommand } from "#server/command.ts";
import { claimDataDir } from "#server/data-dir.ts";
import { openDatabase } from "#server/database.ts";
import { readEnvironment } from "#server/environment.ts";
import { loadSecrets, newVaultKey, saveSecrets, withNewTrackingSecret } from "#server/secrets.ts";
import { settingsOfInstall } from "#server/settings-of-install.ts";
import { StartError } from "#server/start-error.ts";
import { eachWorkspaceFile } from "#server/workspaces/open-workspaces.ts";
import { resealValues } from "./reseal-values.ts";

/*
 * `npm run reseal [-- --new-key] [--retire] [--new-tracking-secret]`, with Outrider stopped, seals every stored secret with
 * the first key of VAULT_KEYS. `--new-key` makes that key; `--retire` removes those that nothing is
 * sealed with any more. `--new-tracking-secret` signs new links with another secret. It may be killed anywhere and run again.
 */
await runCommand(import.meta.filename, async () => {
  const { values } = parseArgs({
    options: {
      "new-key": { type: "boolean", default: false },
      retire: { type: "boolean", default: false },
      "new-tracking-secret": { type: "boolean", default: false },
    },
  });
  const settings = settingsOfInstall();
  const file = join(settings.DATA_DIR, "secrets.env");
  const written = readEnvironment();
  if ((values["new-key"] || values.retire) && written["VAULT_KEYS"] !== undefined) {
    throw new StartError(
      "VAULT_KEYS is set in the environment: put the new key in front there, run this without options, then take the old keys out.",
    );
  }
  if (values["new-tracking-secret"] && written["TRACKING_SECRET"] !== undefined) {
    throw new StartError(
      "TRACKING_SECRET is set in the environment: put it in front in TRACKING_SECRET_FORMER there, set HASH_SECRET to the oldest one, and TRACKING_SECRET to a new one.",
    );
  }
  const claim = await claimDataDir(settings.DATA_DIR, "http://127.0.0.1:0", null);
  try {
    if (values["new-key"]) {
      const secrets = loadSecrets(file, written, true);
      const keys = secrets["VAULT_KEYS"] ?? "";
      saveSecrets(file, { ...secrets, VAULT_KEYS: `${newVaultKey(keys)},${keys}` });
    }
    if (values["new-tracking-secret"]) {
      saveSecrets(file, withNewTrackingSecret(loadSecrets(file, written, true)));
      console.log("New links are signed with a new secret; those that were sent go on working.");
    }
    const secrets = loadSecrets(file, written, true);
    const { VAULT_KEYS } = parseSettings({ ...secrets, ...written });
    const keys = VAULT_KEYS.split(",").map((key) => ({ key, id: key.split(":")[0] ?? "" }));
    const newest = keys[0]?.id ?? "";
    const { client } = await openDatabase(settings);
    try {
      const vault = createVault(VAULT_KEYS);
      const all = [await resealValues(client, vault, newest)];
      await eachWorkspaceFile(settings, client, async (own) => {
        all.push(await resealValues(own, vault, newest));
      });
      const changed = all.reduce((sum, one) => sum + one.changed, 0);
      const unreadable = all.flatMap((one) => one.unreadable);
      const named = new Set(all.flatMap((one) => [...one.named]));
      console.log(`${changed} secrets were resealed; all are sealed with key ${newest} now.`);
      for (const where of unreadable) console.log(`Cannot be opened, and was left: ${where}`);
      if (!values.retire) return;
      const kept = keys.filter(({ id }, i) => i === 0 || named.has(id));
      saveSecrets(file, { ...secrets, VAULT_KEYS: kept.map(({ key }) => key).join(",") });
      console.log(`${keys.length - kept.length} old keys are retired.`);
      console.log("Backups from before need them: keep a copy for as long as you keep those.");
    } finally {
      client.close();
    }
  } finally {
    claim.release();
  }
});
