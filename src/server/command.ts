import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SettingsError } from "#platform/ctx/settings.ts";
import { AppError } from "#platform/rules/errors.ts";
import { isNewer } from "#platform/rules/version.ts";
import { ownBuild, ROOT } from "./own-build.ts";
import { isDiskFull } from "./disk.ts";
import { readEnvironment } from "./environment.ts";
import { StartError } from "./start-error.ts";
import { readReleaseState } from "./update/state.ts";

/**
 * Runs a command of the operator, `file` being its program; an expected failure is printed, and
 * ends it with 1. Where an update put a newer release into DATA_DIR, it is that release's command
 * that runs: the database is that version's.
 */
export async function runCommand(file: string, work: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    const newer = programOfRelease(file);
    if (newer === null) await work();
    else await import(pathToFileURL(newer).href);
  } catch (cause) {
    for (const line of linesOf(cause)) console.error(`outrider: ${line}`);
    process.exitCode = 1;
  }
}

function programOfRelease(file: string): string | null {
  const dataDir = resolve(readEnvironment()["DATA_DIR"] ?? ".outrider");
  const current = readReleaseState(dataDir)?.current ?? null;
  if (current === null || !isNewer(current.version, ownBuild().version)) return null;
  const program = join(current.path, relative(ROOT, file));
  return existsSync(program) ? program : null;
}

function linesOf(cause: unknown): readonly string[] {
  if (cause instanceof StartError || cause instanceof SettingsError) return cause.lines;
  if (cause instanceof AppError) return [cause.message];
  if (isDiskFull(cause)) return ["The disk is full: make room, then try again."];
  const isUsage = cause instanceof TypeError && "code" in cause;
  if (isUsage && String(cause.code).startsWith("ERR_PARSE_ARGS")) return [cause.message];
  throw cause;
}
