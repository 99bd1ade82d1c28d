import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Before the first file of a run: a directory for what its processes leave to each other or cannot
 * remove themselves, since they are ended from outside. It goes with the run.
 */
export default function setup(): () => void {
  const path = mkdtempSync(join(tmpdir(), "outrider-tests-"));
  process.env["TEST_SCRATCH"] = path;
  return () => rmSync(path, { recursive: true, force: true });
}

/** A new directory that ends with the run, or with this process where it is no test. */
export function scratchDirectory(): string {
  const given = process.env["TEST_SCRATCH"];
  const path = mkdtempSync(join(given ?? tmpdir(), "outrider-"));
  if (given === undefined) {
    process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  }
  return path;
}

/** Where the processes of a run leave what they share under a name; null where there is no run. */
export function sharedDirectory(name: string): string | null {
  const given = process.env["TEST_SCRATCH"];
  if (given === undefined) return null;
  const path = join(given, name);
  mkdirSync(path, { recursive: true });
  return path;
}
