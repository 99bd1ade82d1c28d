import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Installs a commit into a directory that it makes, with the packages of its own lock file;
 * `tools` adds those of its tests and benchmarks.
 */
export async function installVersion(
  commit: string,
  root: string,
  { tools = false } = {},
): Promise<void> {
  const archive = `${root}.tar`;
  await run("git", ["archive", "--output", archive, commit]);
  await mkdir(root);
  await run("tar", ["-xf", archive, "-C", root]);
  await rm(archive);
  const without = tools ? [] : ["--omit=dev"];
  await run("npm", ["ci", ...without, "--ignore-scripts", "--prefer-offline", "--no-audit"], {
    cwd: root,
  });
}
