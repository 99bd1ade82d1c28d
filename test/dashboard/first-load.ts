import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { DASHBOARD_DIR } from "#server/build-dashboard.ts";

/** JavaScript that a room may cost at its first load, compressed. */
const BUDGET_BYTES = 180_000;

/** Follows what a page loads. From each call to the next one, a room is opened. */
export function watchLoads(page: Page): () => string[] {
  const scripts = new Set<string>();
  page.on("response", (response) => {
    const file = new URL(response.url()).pathname;
    if (file.endsWith(".js")) scripts.add(file);
  });
  return () => {
    const bytes = [...scripts]
      .map((file) => gzipSync(readFileSync(join(DASHBOARD_DIR, file))).length)
      .reduce((sum, size) => sum + size, 0);
    scripts.clear();
    if (bytes < 10_000) return [`loads ${bytes} bytes of JavaScript, which can't be all`];
    return bytes < BUDGET_BYTES ? [] : [`loads ${bytes} bytes of JavaScript, compressed`];
  };
}
