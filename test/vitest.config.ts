import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ON_D1 } from "./on-d1.ts";
import { LONG_JOURNEYS } from "./support/journeys.ts";
import SlowestFirst from "./support/slowest-first.ts";

/** What takes longer hangs: many times what the slowest test needs, for a machine far slower than ours. */
const PATIENCE = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    root: ".",
    passWithNoTests: true,
    // Five for two cores: more than half of the time of a test with processes, browsers and clocks is waiting.
    maxWorkers: Math.ceil(2.5 * availableParallelism()),
    globalSetup: ["test/support/scratch.ts"],
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Files share processes where nothing is left behind: most of a small file's time is imports.
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts", "test/spec/**/*.test.ts"],
          ...PATIENCE,
          isolate: false,
        },
      },
      {
        test: {
          name: "feature",
          include: ["test/feature/**/*.test.ts"],
          setupFiles: ["test/support/cheap-scrypt.ts"],
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        // The same tests over D1. One process keeps one workerd, so files share it.
        test: {
          name: "feature-d1",
          include:
            process.env["TEST_D1"] === "whole"
              ? ["test/feature/**/*.test.ts"]
              : Object.keys(ON_D1).map((name) => `test/feature/${name}.test.ts`),
          setupFiles: ["test/support/cheap-scrypt.ts"],
          env: { TEST_DATABASE: "d1" },
          pool: "forks",
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: { name: "companion", include: ["test/companion/**/*.test.ts"], ...PATIENCE },
      },
      {
        test: {
          name: "server",
          globalSetup: ["test/support/build-dashboard.ts"],
          include: ["test/server/**/*.test.ts"],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "worker",
          globalSetup: ["test/support/build-dashboard.ts"],
          include: ["test/worker/**/*.test.ts"],
          ...PATIENCE,
        },
      },
      {
        // The dashboard in Chromium against the running product: both are shared, each file has a workspace
        // of its own.
        test: {
          name: "dashboard",
          isolate: false,
          include: ["test/dashboard/**/*.test.ts"],
          exclude: process.env["TEST_DASHBOARD"] === "whole" ? [] : [...LONG_JOURNEYS],
          globalSetup: ["test/support/build-dashboard.ts", "test/dashboard/shared-product.ts"],
          ...PATIENCE,
        },
      },
      {
        // Behind all others: what they asked of libSQL is asked of D1.
        test: {
          name: "statements",
          include: ["test/statements/**/*.test.ts"],
          sequence: { groupOrder: 1 },
          ...PATIENCE,
        },
      },
      { test: { name: "fence", include: ["test/fence/**/*.test.ts"], ...PATIENCE } },
    ],
  },
});
