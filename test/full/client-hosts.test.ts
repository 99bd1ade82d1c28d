import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstKey, programFor, projectWithClient, USED } from "#test/support/client-package.ts";
import { type NodeHost, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const run = promisify(execFile);
const yard = temporaryDirectory();
let product: NodeHost;
let project: string;

beforeAll(async () => {
  [product, project] = await Promise.all([startNodeHost(), projectWithClient(yard.path)]);
  writeFileSync(join(project, "program.mjs"), programFor(product.url, await firstKey(product.url)));
  const main = "import { use } from './program.mjs'; console.log(JSON.stringify(await use()));";
  writeFileSync(join(project, "main.mjs"), main);
});
afterAll(async () => {
  await product.stop();
  yard.remove();
});

/** Programs that run JavaScript; each is fetched from the registry for this test alone. */
const HOSTS = [
  ["bun", ["main.mjs"]],
  ["deno", ["run", "--no-prompt", "--allow-net", "--allow-read", "main.mjs"]],
] as const;

describe("the client's package", () => {
  it.each(HOSTS)("calls, repeats, walks lists and reads webhooks in %s", async (host, args) => {
    const home = join(yard.path, host);
    await run("npm", ["install", "--prefix", home, "--no-audit", "--no-fund", host]);
    const { stdout } = await run(join(home, "node_modules/.bin", host), args, { cwd: project });
    expect(JSON.parse(stdout)).toEqual(USED);
  });
});
