import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";
import { DASHBOARD_DIR } from "#server/build-dashboard.ts";

/** JavaScript that a room may cost at its first load, in Brotli, as browsers get it. */
const BUDGET_BYTES = 150_000;

/** What a room may ask the API when it opens: everything that people do in a minute shares sixty. */
export const REQUESTS = 6;

/** Follows what a page asks the API. From each call to the next one, a room is opened. */
export function watchRequests(page: Page): () => string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    // The icon of the tab is public and counts against nobody's limit.
    if (!pathname.startsWith("/api/") || pathname === "/api/v1/branding/icon") return;
    asked.push(`${request.method()} ${pathname.replace("/api/v1", "")}${search}`);
  });
  return () => {
    const all = asked.splice(0);
    return all.length <= REQUESTS ? [] : [`asks ${all.length} times: ${all.join(", ")}`];
  };
}

const sizes = new Map<string, number>();
/** Not as small as the server makes it, which takes ten times as long. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const { length } = brotliCompressSync(readFileSync(join(DASHBOARD_DIR, file)), QUALITY);
  sizes.set(file, length);
  return length;
}

/** Follows what a page loads. From each call to the next one, a room is opened. */
export function watchLoads(page: Page): () => string[] {
  const scripts = new Set<string>();
  page.on("response", (response) => {
    const file = new URL(response.url()).pathname;
    if (file.endsWith(".js")) scripts.add(file);
  });
  return () => {
    const bytes = [...scripts].map(sizeOf).reduce((sum, size) => sum + size, 0);
    scripts.clear();
    if (bytes < 10_000) return [`loads ${bytes} bytes of JavaScript, which can't be all`];
    return bytes < BUDGET_BYTES ? [] : [`loads ${bytes} bytes of JavaScript, compressed`];
  };
}
