import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pkg from "#package.json" with { type: "json" };
import { endpoints, hotRoutes } from "#app/endpoints.ts";
import { clientSource } from "#app/openapi/client-source.ts";
import { apiDocument } from "#app/openapi/document.ts";
import { ROOT } from "#server/own-build.ts";
import { StartError } from "#server/start-error.ts";

const COMPILED = {
  compilerOptions: {
    declaration: true,
    strict: true,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "nodenext",
    types: [],
  },
  files: ["index.ts"],
};

/**
 * Writes the package `@outrider/client` of this version into a folder, which it empties first: one module
 * without dependencies, for Node 20 and newer, Bun, Deno, Workers and browsers. Throws StartError where the
 * compiler is not installed or refuses the source.
 */
export function writeClient(out: string): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const put = (name: string, text: string): void => writeFileSync(join(out, name), text);
  put("package.json", `${JSON.stringify(manifest(), null, 2)}\n`);
  put("README.md", README);
  cpSync(join(ROOT, "LICENSE"), join(out, "LICENSE"));
  put("index.ts", clientSource(apiDocument(endpoints, hotRoutes, pkg.version)));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  put("tsconfig.json", JSON.stringify(COMPILED));
  try {
    execFileSync(process.execPath, [compiler, "-p", out]);
  } catch (cause) {
    const said = cause instanceof Error && "stdout" in cause ? String(cause.stdout) : String(cause);
    throw new StartError(`The client could not be compiled: ${said.slice(0, 2_000)}`);
  }
  for (const source of ["index.ts", "tsconfig.json"]) rmSync(join(out, source));
}

const manifest = () => ({
  name: "@outrider/client",
  version: pkg.version,
  description: "A typed client of an Outrider installation",
  license: pkg.license,
  type: "module",
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  types: "./index.d.ts",
  files: ["index.js", "index.d.ts"],
  sideEffects: false,
  engines: { node: ">=20" },
});

const README = `# @outrider/client

A typed client of an Outrider installation of version ${pkg.version}, without dependencies. It runs in Node 20 and newer, Bun, Deno,
Cloudflare Workers and browsers.

\`\`\`ts
import { createClient, pages, readWebhook } from "@outrider/client";

const outrider = createClient({ url: "https://outrider.example.com", key: process.env.OUTRIDER_KEY });

const campaign = await outrider("POST /api/v1/workspaces/{wid}/campaigns", {
  path: { wid: 1 },
  body: { name: "Spring" },
});

for await (const lead of pages(outrider, "GET /api/v1/workspaces/{wid}/leads", { path: { wid: 1 } })) {
  console.log(lead.email, lead.score);
}
\`\`\`

- An operation is named by its method and path. Its parameters, body and answer have types; every installation describes
  all operations at \`/api/v1/docs\`.
- It waits as long as a 429 says. What can be repeated without harm is tried again when the network or the installation fails. A
  POST that takes an \`Idempotency-Key\` gets one; give \`idempotencyKey\` to repeat a call after your program ended.
- Errors are thrown as \`OutriderError\` with \`status\`, \`code\`, \`detail\` and \`errors\`.
- \`pages\` walks through a list. \`readWebhook(secret, { headers, body })\` answers the event of a delivery, or null where it is
  not genuine.
`;
