import { describe, expect, it } from "vitest";
import { createApp } from "#app/app.ts";
import { operationAt } from "#test/support/conform.ts";
import { DONE_PARTS, SPEC_ROUTES } from "./routes.ts";

const app = createApp(() => {
  throw new Error("nothing is requested here");
});

/** A path that the route must take. What the report calls its other paths is ours to name. */
const sampleOf = (path: string): string =>
  path.replace(/:\w+/g, "1").replace("*", path.includes("/report/") ? "timeline" : "x");

/** Whether a declared route, not the fallback, takes that request. */
function isMounted(method: string, path: string): boolean {
  const sample = sampleOf(path);
  return app.router.match(method, sample)[0].some(([[, route]]) => route.path !== "/*");
}

describe("the specification's routes", () => {
  it("are 89, none named twice", () => {
    const names = SPEC_ROUTES.map(([, method, path]) => `${method} ${path}`);
    expect(new Set(names).size).toBe(89);
  });

  it("are all there for the parts that are done", () => {
    const missing = SPEC_ROUTES.filter(
      ([part, method, path]) => DONE_PARTS.includes(part) && !isMounted(method, path),
    );
    expect(missing.map(([part, method, path]) => `part ${part}: ${method} ${path}`)).toEqual([]);
  });

  it("are in the API's document where they are there", () => {
    const undocumented = SPEC_ROUTES.filter(([, method, path]) => {
      const sample = sampleOf(path);
      return isMounted(method, path) && operationAt(method, sample) === null;
    });
    expect(undocumented).toEqual([]);
  });

  it("would be missed: an unknown route is not taken for one that is there", () => {
    expect(isMounted("GET", "/api/v1/nowhere")).toBe(false);
    expect(isMounted("PUT", "/health")).toBe(false);
  });
});
