import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Installed = z.object({ version: z.string(), path: z.string() });
export type Installed = z.output<typeof Installed>;

/**
 * Which release serves a data directory. Every version reads this file, older ones too: its shape
 * only ever gains fields.
 */
const ReleaseState = z.object({
  /** The release that serves instead of the sources that `npm start` was called in. */
  current: Installed.nullable(),
  /** The release that is to prove itself, with the database as it was before. */
  trial: Installed.extend({
    backup: z.string().nullable(),
    attempts: z.int(),
    reason: z.string().nullable(),
  }).nullable(),
  /** The release that has just begun to serve, and what it goes back to should it die soon. */
  probation: z
    .object({
      version: z.string(),
      former: Installed.nullable(),
      backup: z.string().nullable(),
      /** Unix milliseconds. */
      until: z.number(),
      /** A run is under way, or vanished without an end. */
      isRunning: z.boolean(),
      vanished: z.int(),
      /** How it ended out of order. */
      died: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** The release that was given up last, and why. */
  failed: z.object({ version: z.string(), reason: z.string() }).nullable(),
});
export type ReleaseState = z.output<typeof ReleaseState>;

export const NO_RELEASES: ReleaseState = {
  current: null,
  trial: null,
  probation: null,
  failed: null,
};

export const releasesDir = (dataDir: string): string => join(dataDir, "releases");
const stateFile = (dataDir: string): string => join(releasesDir(dataDir), "state.json");

/** Null where no update was ever made. Throws on a file that is none. */
export function readReleaseState(dataDir: string): ReleaseState | null {
  let text: string;
  try {
    text = readFileSync(stateFile(dataDir), "utf8");
  } catch {
    return null;
  }
  return ReleaseState.parse(JSON.parse(text));
}

/** On disk when it returns; a kill leaves the former file or the new one. */
export function writeReleaseState(dataDir: string, state: ReleaseState): void {
  mkdirSync(releasesDir(dataDir), { recursive: true, mode: 0o700 });
  const next = `${stateFile(dataDir)}.next`;
  const handle = openSync(next, "w", 0o600);
  writeSync(handle, JSON.stringify(state));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(next, stateFile(dataDir));
}

/** The exit code that asks `src/toolchain.mjs` to start the program again. */
export const RESTART_CODE = 75;
