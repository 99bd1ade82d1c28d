import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: ".",
    passWithNoTests: true,
    maxWorkers: "100%",
    projects: [
      // Files share processes where nothing is left behind: most of a small file's time is imports.
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts", "test/spec/**/*.test.ts"],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        test: {
          name: "feature",
          include: ["test/feature/**/*.test.ts"],
          setupFiles: ["test/support/cheap-scrypt.ts"],
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        // The same tests over D1. One process keeps one workerd, so files share it.
        test: {
          name: "feature-d1",
          include: ["test/feature/**/*.test.ts"],
          setupFiles: ["test/support/cheap-scrypt.ts"],
          env: { TEST_DATABASE: "d1" },
          pool: "forks",
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: { name: "companion", include: ["test/companion/**/*.test.ts"], testTimeout: 30_000 },
      },
      {
        test: {
          name: "server",
          globalSetup: ["test/support/build-dashboard.ts"],
          include: ["test/server/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "worker",
          globalSetup: ["test/support/build-dashboard.ts"],
          include: ["test/worker/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        // The dashboard in Chromium against the running product, each file with one of its own.
        test: {
          name: "dashboard",
          include: ["test/dashboard/**/*.test.ts"],
          globalSetup: ["test/support/build-dashboard.ts"],
          testTimeout: 60_000,
          // A page on a busy machine; nothing is slower when all is well.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
        },
      },
      { test: { name: "demo", include: ["test/demo/**/*.test.ts"], testTimeout: 240_000 } },
      { test: { name: "fence", include: ["test/fence/**/*.test.ts"], testTimeout: 60_000 } },
    ],
  },
});
