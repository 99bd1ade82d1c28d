import { execFileSync } from "node:child_process";

/** The commit of each release, oldest first: what an install may be updated from. */
export const RELEASES = [
  ["0.1.0", "d165ea2e"],
  ["0.2.0", "9cca680d"],
  ["0.3.0", "671e6bde"],
  ["0.4.0", "a0eddd84"],
  ["0.5.0", "b86e8738"],
  ["0.6.0", "ea9964a2"],
  ["0.7.0", "abe66ac0"],
  ["0.8.0", "e20ee2ea"],
  ["0.8.1", "906b7e8b"],
  ["0.8.2", "a1a9700b"],
  ["0.8.3", "713b594e"],
  ["0.8.4", "635d670a"],
  ["0.9.0", "9d3c9407"],
  ["0.9.1", "ba3aa41b"],
] as const;

/** A file of a release as it was committed. */
export const fileOf = (commit: string, path: string): string =>
  execFileSync("git", ["show", `${commit}:${path}`], { encoding: "utf8", maxBuffer: 1e8 });

/** The migrations that a release came with, by name. */
export const migrationsOf = (commit: string): readonly string[] =>
  execFileSync("git", ["ls-tree", "--name-only", commit, "drizzle/"], { encoding: "utf8" })
    .split("\n")
    .flatMap((path) => (path.endsWith(".sql") ? [path.replace(/^drizzle\//, "")] : []))
    .sort();
