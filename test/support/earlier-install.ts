import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./node-host.ts";

/** Unpacks an install of an earlier release as if it had been killed a moment ago; it ends with the test. */
export async function earlierInstall(archive: string) {
  const directory = temporaryDirectory();
  onTestFinished(() => directory.remove());
  await extract({ file: join(import.meta.dirname, "installs", archive), cwd: directory.path });
  const dataDir = join(directory.path, "data");
  return {
    dataDir,
    database: `file:${join(dataDir, "outrider.db")}`,
    /** A JSON file beside its data. */
    json: (name: string): unknown => JSON.parse(readFileSync(join(directory.path, name), "utf8")),
  };
}
