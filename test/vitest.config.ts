import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LONG_ON_D1, ON_D1 } from "./on-d1.ts";
import {
  LONG_COMPANION,
  LONG_JOURNEYS,
  LONG_ON_HOST,
  LONG_ON_WORKER,
} from "./support/long-files.ts";
import SlowestFirst from "./support/slowest-first.ts";

/** What takes longer hangs: many times what the slowest test needs, for a machine far slower than ours. */
const PATIENCE = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** By TEST_D1: the feature files that run over D1. */
const ON: Readonly<Record<string, readonly string[]>> = {
  short: Object.keys(ON_D1),
  long: Object.keys(LONG_ON_D1),
  whole: ["**/*"],
};

// Five for two cores: more than half of the time of a test with processes, browsers and clocks is waiting.
const WORKERS = Math.ceil(2.5 * availableParallelism());
/** What runs behind all others, with one process for a core: each has a workerd, and D1 to migrate. */
const LAST = {
  maxWorkers: process.env["TEST_D1"] ? WORKERS : availableParallelism(),
  sequence: { groupOrder: 1 },
};

/** The long files of a kind, but where all of it is asked for. */
const without = (files: readonly string[], asked: string): string[] =>
  process.env[asked] === "whole" ? [] : [...files];

export default defineConfig({
  test: {
    root: ".",
    passWithNoTests: true,
    maxWorkers: WORKERS,
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
          // `npm run test:full -- forecast` judges more worlds, and `.ci/run` some of them.
          exclude: process.env["TEST_DATABASE"] ? [] : ["test/feature/forecast.test.ts"],
          setupFiles: ["test/support/cheap-scrypt.ts", "test/support/ran.ts"],
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        // The same tests over D1. One process keeps one workerd, so files share it.
        test: {
          name: "feature-d1",
          include: (ON[process.env["TEST_D1"] ?? "short"] ?? []).map(
            (name) => `test/feature/${name}.test.ts`,
          ),
          setupFiles: ["test/support/cheap-scrypt.ts"],
          env: { TEST_DATABASE: "d1" },
          pool: "forks",
          isolate: false,
          ...LAST,
          ...PATIENCE,
        },
      },
      {
        // The same over the databases of Durable Objects, where TEST_DATABASE=object asks for it.
        test: {
          name: "feature-object",
          include: process.env["TEST_DATABASE"] === "object" ? ["test/feature/**/*.test.ts"] : [],
          setupFiles: ["test/support/cheap-scrypt.ts"],
          pool: "forks",
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "companion",
          include: ["test/companion/**/*.test.ts"],
          exclude: without(LONG_COMPANION, "TEST_COMPANION"),
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "server",
          globalSetup: ["test/support/build-dashboard.ts"],
          include: ["test/server/**/*.test.ts"],
          exclude: without(LONG_ON_HOST, "TEST_HOST"),
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "worker",
          globalSetup: ["test/support/build-dashboard.ts"],
          include: ["test/worker/**/*.test.ts"],
          exclude: without(LONG_ON_WORKER, "TEST_WORKER"),
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
          exclude: without(LONG_JOURNEYS, "TEST_DASHBOARD"),
          globalSetup: ["test/support/build-dashboard.ts", "test/dashboard/shared-product.ts"],
          ...PATIENCE,
        },
      },
      {
        // What all others asked of libSQL is asked of D1.
        test: {
          name: "statements",
          include: ["test/statements/**/*.test.ts"],
          ...LAST,
          ...PATIENCE,
        },
      },
      { test: { name: "fence", include: ["test/fence/**/*.test.ts"], ...PATIENCE } },
    ],
  },
});
