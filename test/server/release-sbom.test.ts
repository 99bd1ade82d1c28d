import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sbomOf } from "#server/release/sbom.ts";

const Sbom = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      licenses: z.array(z.unknown()).default([]),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
    }),
  ),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), name: z.string().optional() })),
});

describe("the list of packages of a release", () => {
  it("names every package of the lock file, with version, licence and hash", () => {
    const { components } = Sbom.parse(JSON.parse(sbomOf(".")));
    const known = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
    const missing = Object.entries(packages)
      .filter(([path]) => path !== "")
      .map(
        ([path, { name, version }]) => `${name ?? path.replace(/.*node_modules\//, "")}@${version}`,
      )
      .filter((one) => !known.has(one));
    expect(missing).toEqual([]);
    const bare = components.filter(
      ({ hashes, licenses }) => hashes[0]?.alg !== "SHA-512" || licenses.length === 0,
    );
    // One says its licence in a file alone.
    expect(bare.filter(({ hashes }) => hashes.length === 0)).toEqual([]);
    expect(bare.length).toBeLessThanOrEqual(1);
  });
});
