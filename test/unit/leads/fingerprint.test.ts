import { expect, it } from "vitest";
import { fingerprint } from "#modules/leads/rules/files/fingerprint.ts";

it("a hundred thousand similar addresses have as many fingerprints, all safe integers", () => {
  const seen = new Set<number>();
  for (let i = 0; i < 100_000; i++) seen.add(fingerprint(`person${i}@company${i % 97}.example`));
  expect(seen.size).toBe(100_000);
  expect([...seen].every((n) => Number.isSafeInteger(n) && n >= 0)).toBe(true);
  expect(fingerprint("a")).toBe(fingerprint("a"));
});
