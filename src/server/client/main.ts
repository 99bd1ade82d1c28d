import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "#server/command.ts";
import { writeClient } from "./write-client.ts";

/*
 * `npm run client [-- --out DIR]`: writes the client of this version's API as a package of JavaScript with
 * types, and packs it. `npm publish` of the archive is up to who publishes it.
 */
await runCommand(import.meta.filename, async () => {
  const { values } = parseArgs({ options: { out: { type: "string", default: "dist/client" } } });
  const out = resolve(values.out);
  writeClient(out);
  const archive = execFileSync("npm", ["pack", "--silent"], { cwd: out, encoding: "utf8" }).trim();
  console.log(`${out}/${archive}`);
});
