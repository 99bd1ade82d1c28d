import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DASHBOARD_DIR } from "#server/build-dashboard.ts";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
beforeAll(async () => {
  world = await openWorkspace();
  // It serves before its dashboard's files are read.
  await vi.waitFor(async () => {
    const { status } = await get("/");
    if (status !== 200) throw new Error(`its dashboard is not served: ${status}`);
  }, 60_000);
});
afterAll(() => world.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}${path}`, { headers });

describe("the files of the dashboard", () => {
  it("200: serves the page at any address of the dashboard, with the app's own policy", async () => {
    const page = await get("/w/1/campaigns", { accept: "text/html" });
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(await page.text()).toContain('<div id="root">');
    const api = await get("/api/v1/setup/status");
    for (const name of ["content-security-policy", "x-frame-options", "referrer-policy"]) {
      expect(page.headers.get(name)).toBe(api.headers.get(name));
    }
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
  });

  it("200: hashed files may be kept for ever, and travel compressed; 304 for what is known", async () => {
    const name = readdirSync(join(DASHBOARD_DIR, "assets"))[0] ?? "";
    const file = await get(`/assets/${name}`);
    expect([file.headers.get("cache-control"), file.headers.get("content-encoding")]).toEqual([
      "public, max-age=31536000, immutable",
      "gzip",
    ]);
    const again = await get(`/assets/${name}`, { "if-none-match": file.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  it("200: travel smaller still to browsers that read Brotli, once that is made; others get gzip", async () => {
    const name = readdirSync(join(DASHBOARD_DIR, "assets")).find((one) => one.startsWith("core-"));
    const path = `/assets/${name}`;
    const zipped = await get(path, { "accept-encoding": "gzip" });
    const best = await vi.waitFor(async () => {
      const answer = await get(path, { "accept-encoding": "gzip, deflate, br" });
      expect(answer.headers.get("content-encoding")).toBe("br");
      return answer;
    }, 30_000);
    expect(Number(best.headers.get("content-length"))).toBeLessThan(
      Number(zipped.headers.get("content-length")) * 0.95,
    );
    expect(await best.text()).toBe(readFileSync(join(DASHBOARD_DIR, "assets", name ?? ""), "utf8"));
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
  });

  it("404: what is neither a page nor a file is the app's problem document", async () => {
    expect((await get("/assets/gone.js")).status).toBe(404);
    const wrong = await get("/api/v1/nothing", { accept: "text/html" });
    expect([wrong.status, wrong.headers.get("content-type")]).toEqual([
      404,
      expect.stringContaining("problem+json"),
    ]);
  });
});
