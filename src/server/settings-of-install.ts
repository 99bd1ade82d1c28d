import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSettings, type Settings } from "#platform/ctx/settings.ts";
import { DATABASE_FILE } from "./data-dir.ts";
import { readEnvironment } from "./environment.ts";
import { freshSecrets } from "./secrets.ts";
import { StartError } from "./start-error.ts";

/** The settings of `npm start`, for commands beside it that need no secrets. Throws `StartError` where there is no database yet. */
export function settingsOfInstall(): Settings {
  const parsed = parseSettings({ ...freshSecrets(), ...readEnvironment() });
  const settings = { ...parsed, DATA_DIR: resolve(parsed.DATA_DIR) };
  const file = join(settings.DATA_DIR, DATABASE_FILE);
  if (settings.DATABASE_URL === undefined && !existsSync(file)) {
    throw new StartError(`There is no database at ${file}: set DATA_DIR, or start Outrider first.`);
  }
  return settings;
}
