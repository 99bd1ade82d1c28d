import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Where they lie in an archive. src/toolchain.mjs makes them node_modules; an updater puts its own there. */
export const PACKAGES_DIR = "packages";

/** Node itself, and what nothing reads when it runs: types, maps, and the sources behind them. */
const NODE = /^node-/;
const UNREAD = /\.(?:map|[cm]?ts)$/;

/**
 * Puts the packages of a release's lock file that run, but not those that build and test, into its folder:
 * for the platform of this process, without Node. npm fetches them. Throws with npm's words.
 */
export function packPackages(release: string): void {
  const lock = readFileSync(join(release, "package-lock.json"));
  // Beside it: a rename must not cross disks.
  const yard = mkdtempSync(`${release}-packages-`);
  try {
    for (const name of ["package.json", "package-lock.json"])
      cpSync(join(release, name), join(yard, name));
    execFileSync(
      "npm",
      ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
      { cwd: yard, stdio: ["ignore", "ignore", "inherit"] },
    );
    const modules = join(yard, "node_modules");
    trim(modules);
    const hash = createHash("sha256").update(lock).digest("hex");
    writeFileSync(join(modules, ".outrider-lock"), `${hash} runs`);
    writeFileSync(join(modules, ".outrider-platform"), `${process.platform}-${process.arch}`);
    renameSync(modules, join(release, PACKAGES_DIR));
  } finally {
    rmSync(yard, { recursive: true, force: true });
  }
}

function trim(modules: string): void {
  rmSync(join(modules, ".bin"), { recursive: true, force: true });
  for (const name of readdirSync(modules))
    if (NODE.test(name)) rmSync(join(modules, name), { recursive: true });
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && UNREAD.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
}
