import { defineConfig } from "vitest/config";

/** Long tests, run by `npm run test:full` alone. */
export default defineConfig({
  test: {
    root: ".",
    include: ["test/full/**/*.test.ts"],
    globalSetup: ["test/support/scratch.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
  },
});
