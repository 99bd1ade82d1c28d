import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Build } from "#platform/ctx/ports.ts";
import pkg from "#package.json" with { type: "json" };

/** The directory of the sources that run. */
export const ROOT = join(import.meta.dirname, "../..");

/** What `npm run release` writes into the artefact. */
export const BUILD_FILE = "release.json";
const BuildFile = z.object({ commit: z.string().nullable(), built_at: z.string() });

/** What the running sources are: a release says so itself, a clone by its `.git`. */
export function ownBuild(): Build {
  const text = readText(join(ROOT, BUILD_FILE));
  if (text !== null) {
    const { commit, built_at: builtAt } = BuildFile.parse(JSON.parse(text));
    return { version: pkg.version, commit, builtAt };
  }
  return { version: pkg.version, commit: commitOfClone(), builtAt: null };
}

/** The checked-out commit; null outside a clone. */
function commitOfClone(): string | null {
  const head = readText(join(ROOT, ".git/HEAD"))?.trim();
  if (head === undefined) return null;
  if (!head.startsWith("ref: ")) return head;
  const ref = head.slice(5);
  const loose = readText(join(ROOT, ".git", ref))?.trim();
  if (loose !== undefined) return loose;
  const packed = readText(join(ROOT, ".git/packed-refs"))?.split("\n") ?? [];
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0] ?? null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
