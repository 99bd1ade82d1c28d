import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "#server/own-build.ts";
import { runProgram } from "./program.ts";

/**
 * Gives a release the packages of its lock file. They lie beside the releases, once for each lock
 * file: linked from ours where that is the same one, otherwise installed by npm. Throws `StartError`.
 */
export async function installPackages(directory: string, signal: AbortSignal): Promise<void> {
  const env = process.env;
  const hash = lockHash(directory);
  // Its name ends the way in which packages find each other.
  const store = join(dirname(directory), `packages-${hash}`, "node_modules");
  const modules = join(directory, "node_modules");
  if (!existsSync(store) && hash === lockHash(ROOT)) {
    // Links take no room; to another file system they are copies. Where `cp` can neither, npm does it.
    await copy(store, "-al", signal)
      .catch(() => copy(store, "-a", signal))
      .catch(() => undefined);
  }
  if (existsSync(store)) symlinkSync(relative(directory, store), modules);
  const toolchain = ["src/toolchain.mjs", "--eval", "0"];
  await runProgram(process.execPath, toolchain, { cwd: directory, env, signal });
  if (existsSync(store)) return;
  mkdirSync(dirname(store), { recursive: true });
  renameSync(modules, store);
  symlinkSync(relative(directory, store), modules);
}

async function copy(store: string, how: "-al" | "-a", signal: AbortSignal): Promise<void> {
  const next = `${store}.next`;
  rmSync(dirname(store), { recursive: true, force: true });
  mkdirSync(dirname(store));
  const from = realpathSync(join(ROOT, "node_modules"));
  const options = { cwd: ROOT, env: process.env, signal };
  await runProgram("cp", [how, from, next], options);
  // What is written in place must not reach ours.
  for (const name of [".cache", ".outrider-lock"]) {
    rmSync(join(next, name), { recursive: true, force: true });
  }
  renameSync(next, store);
}

/** Of what npm installs; the lock file also names the version of the product, which says nothing of packages. */
function lockHash(directory: string): string {
  const text = readFileSync(join(directory, "package-lock.json"), "utf8");
  // The shape of npm's lock files.
  const { packages } = JSON.parse(text) as { packages: Record<string, object> };
  const { version: _, ...own } = { version: "", ...packages[""] };
  const installed = JSON.stringify({ ...packages, "": own });
  return createHash("sha256").update(installed).digest("hex").slice(0, 16);
}
