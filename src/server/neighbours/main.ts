import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "#server/command.ts";
import { StartError } from "#server/start-error.ts";
import { TARGET_NAMES, writePackage } from "./write-package.ts";

/*
 * `npm run neighbours -- n8n [--out DIR]`: writes the definition of this version's API for n8n, zapier or make.
 * What npm carries is packed as well; to publish it is up to who publishes it.
 */
await runCommand(import.meta.filename, async () => {
  const { values, positionals } = parseArgs({
    options: { out: { type: "string" } },
    allowPositionals: true,
  });
  const [target = ""] = positionals;
  if (!TARGET_NAMES.includes(target)) {
    throw new StartError(`Say for which product: ${TARGET_NAMES.join(", ")}.`);
  }
  const out = resolve(values.out ?? join("dist", target));
  await writePackage(target, out);
  if (target === "make") {
    console.log(out);
    return;
  }
  const archive = execFileSync("npm", ["pack", "--silent"], { cwd: out, encoding: "utf8" }).trim();
  console.log(`${out}/${archive}`);
});
