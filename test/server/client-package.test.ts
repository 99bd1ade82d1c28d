import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pkg from "#package.json" with { type: "json" };
import { firstKey, programFor, projectWithClient, USED } from "#test/support/client-package.ts";
import { type NodeHost, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const run = promisify(execFile);
const yard = temporaryDirectory();
let product: NodeHost;
let project: string;
let key: string;

beforeAll(async () => {
  [product, project] = await Promise.all([startNodeHost(), projectWithClient(yard.path)]);
  key = await firstKey(product.url);
  writeFileSync(join(project, "program.mjs"), programFor(product.url, key));
});
afterAll(async () => {
  await product.stop();
  yard.remove();
});

describe("the client's package", () => {
  it("holds a module with types, of this version, without dependencies", () => {
    const at = join(project, "node_modules/@outrider/client");
    const manifest = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "@outrider/client", version: pkg.version });
    expect(manifest.dependencies).toBeUndefined();
    expect(readFileSync(join(at, "index.d.ts"), "utf8")).toContain("export declare function pages");
    expect(readFileSync(join(at, "README.md"), "utf8")).toContain(`version ${pkg.version}`);
  });

  it("calls, repeats, walks lists and reads webhooks in Node", async () => {
    const main = "import { use } from './program.mjs'; console.log(JSON.stringify(await use()));";
    writeFileSync(join(project, "main.mjs"), main);
    const { stdout } = await run(process.execPath, ["main.mjs"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual(USED);
  });

  it("does the same in a Worker", async () => {
    const worker = `import { use } from "./program.mjs";
export default { fetch: async () => Response.json(await use()) };`;
    const module = (path: string, contents: string) =>
      ({ type: "ESModule", path, contents }) as const;
    const client = readFileSync(join(project, "node_modules/@outrider/client/index.js"), "utf8");
    const program = programFor(product.url, key).replace("@outrider/client", "./client.mjs");
    const mf = new Miniflare(
      convertV4MiniflareOptions({
        modulesRoot: "/",
        modules: [
          module("/worker.mjs", worker),
          module("/program.mjs", program),
          module("/client.mjs", client),
        ],
        compatibilityDate: "2026-01-01",
      }),
    );
    try {
      const answer = await mf.dispatchFetch("http://worker.test/");
      expect(await answer.json()).toEqual(USED);
    } finally {
      await mf.dispose();
    }
  });
});
