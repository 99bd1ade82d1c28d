import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT } from "./own-build.ts";
import { recordOf } from "./process-record.ts";

export const DIST = join(ROOT, "dist");

/** A directory of `dist` that is made of sources. */
export type Built = {
  readonly name: string;
  /** Files and directories below the root. */
  readonly sources: readonly string[];
  /** Fills a new directory. */
  readonly make: (fresh: string) => Promise<void>;
};

/**
 * Makes the directory unless the present one is of these very sources. One process builds at a time, others
 * wait for it; the old directory stays in place until the new one is whole. Answers whether it had to.
 */
export async function buildOnce(
  { name, sources, make }: Built,
  signal?: AbortSignal,
): Promise<boolean> {
  const directory = join(DIST, name);
  const stampFile = `${directory}.stamp`;
  const stamp = await stampOf(sources);
  // The build is there and was made of sources with this stamp.
  const isBuilt = async (): Promise<boolean> =>
    (await readFile(stampFile, "utf8").catch(() => null)) === stamp;
  if (await isBuilt()) return false;
  await mkdir(DIST, { recursive: true });
  const unlock = await lock(`${directory}.lock`, signal);
  try {
    if (await isBuilt()) return false;
    const fresh = `${directory}.${process.pid}`;
    try {
      await make(fresh);
      await rm(stampFile, { force: true });
      await rm(directory, { recursive: true, force: true });
      await rename(fresh, directory);
      await writeFile(stampFile, stamp);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    return true;
  } finally {
    await unlock();
  }
}

/** A hash over the names and contents of everything that goes into the build. */
async function stampOf(sources: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of await filesOf(join(ROOT, source))) {
      hash
        .update(file.slice(ROOT.length))
        .update("\0")
        .update(await readFile(file))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

async function filesOf(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [path];
  }
}

/** Waits until no other process builds; answers a function that releases the lock. */
async function lock(file: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      await writeFile(file, String(process.pid), { flag: "wx" });
      return () => rm(file, { force: true });
    } catch {
      const holder = Number(await readFile(file, "utf8").catch(() => ""));
      if (holder > 0 && recordOf(holder) === null) await rm(file, { force: true });
      await wait(200);
    }
  }
}
