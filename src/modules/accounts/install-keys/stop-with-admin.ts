import type { InstallKey } from "#modules/accounts/contract/install-keys.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { presentInstallKey } from "./present.ts";
import { type InstallKeyRow, selectInstallKeysOf } from "./store.ts";

/** The statement that answers the keys of the install which stop when a person is no admin any more. */
export const keysThatStop = (install: InstallDb, id: UserId): InstallStatement =>
  selectInstallKeysOf(install, id);

/** What it answered, as it is once the person is gone. */
export const presentStoppedKeys = (answered: unknown, now: UnixMs): InstallKey[] =>
  (answered as InstallKeyRow[]).map((row) => ({
    ...presentInstallKey(row, now),
    status: "stopped",
  }));
