import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A disk of its own, in memory. */
export type SmallDisk = {
  /** Leaves no byte free. */
  fill(): void;
  free(): void;
  remove(): void;
};

/** Mounts a disk of so many megabytes at a path. Throws where that is not allowed. */
export function mountSmallDisk(path: string, megabytes: number): SmallDisk {
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path], {
    stdio: "pipe",
  });
  const ballast = join(path, "ballast");
  return {
    fill() {
      const file = openSync(ballast, "a");
      for (const size of [65_536, 4_096]) {
        const bytes = Buffer.alloc(size, 1);
        while (writesWhole(file, bytes));
      }
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync("umount", ["-l", path], { stdio: "pipe" }),
  };
}

function writesWhole(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch {
    return false;
  }
}
