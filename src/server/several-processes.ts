import type { Settings } from "#platform/ctx/settings.ts";
import { StartError } from "./start-error.ts";

/**
 * Refuses several processes over one install where they could not work together. Throws `StartError`
 * with what to set.
 */
export function assertSeveral(settings: Settings): void {
  if (settings.PROCESSES === "one") return;
  if (settings.DATABASE_URL === undefined) {
    throw new StartError(
      "PROCESSES=several needs DATABASE_URL, the same for each process: a libSQL server, or file: and a path outside DATA_DIR. Each process has a DATA_DIR of its own.",
    );
  }
  if (settings.COMPANION_URL === undefined) {
    throw new StartError(
      "PROCESSES=several needs COMPANION_URL, the same for each process: one companion sends and keeps the journal, and runs beside them.",
    );
  }
}
