import { existsSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { releasesDir } from "./state.ts";

/** Removes releases that do not serve, and packages that no release is left for. */
export function pruneReleases(dataDir: string, serving: string | null): void {
  const home = releasesDir(dataDir);
  if (!existsSync(home)) return;
  const directories = readdirSync(home, { withFileTypes: true }).filter((e) => e.isDirectory());
  const names = directories.map((entry) => entry.name);
  const kept = names.filter((name) => name === serving);
  const packages = kept.map((name) => packagesOf(join(home, name)));
  for (const name of names) {
    if (kept.includes(name) || packages.includes(name)) continue;
    rmSync(join(home, name), { recursive: true, force: true });
  }
}

function packagesOf(release: string): string | null {
  try {
    return basename(dirname(readlinkSync(join(release, "node_modules"))));
  } catch {
    return null;
  }
}
