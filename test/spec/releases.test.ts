import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import pkg from "#package.json" with { type: "json" };
import { RELEASES } from "#test/support/releases.ts";

it("updates are tested from every release of the changelog; the newest may not have its commit yet", () => {
  const named = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+)$/gm)]
    .map(([, version]) => version)
    .toReversed();
  const tested: readonly string[] = RELEASES.map(([version]) => version);
  expect(named.filter((version) => version !== pkg.version)).toEqual(
    tested.filter((version) => version !== pkg.version),
  );
});
