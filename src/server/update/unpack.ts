import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { StartError } from "#server/start-error.ts";

/** Unpacks an artefact to `directory`, which is there whole or not at all. Throws `StartError` where it is another version. */
export async function unpack(file: string, directory: string, version: string): Promise<void> {
  const next = `${directory}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true, mode: 0o700 });
  await extract({
    file,
    cwd: next,
    strict: true,
    // Files and folders: a release needs no links.
    filter: (_path, entry) => !("type" in entry) || /^(File|OldFile|Directory)$/.test(entry.type),
  });
  const found = versionOf(next);
  if (found !== version) {
    throw new StartError(`the artefact holds version ${found ?? "none"}, not ${version}`);
  }
  rmSync(directory, { recursive: true, force: true });
  renameSync(next, directory);
}

function versionOf(directory: string): string | null {
  try {
    const pkg: unknown = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    return typeof pkg === "object" && pkg !== null && "version" in pkg ? String(pkg.version) : null;
  } catch {
    return null;
  }
}
