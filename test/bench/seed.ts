import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { OPERATOR, seededInstall } from "./seeded-install.ts";

/*
 * `npm run seed -- [--large] [--leads N] [--dir DIRECTORY]`: an install to look at and to measure, in a
 * directory of its own (`.outrider-seeded`): 100 workspaces, 200 mailboxes, two events a lead; 10,000
 * leads, or with `--large` 1,000,000. `DATA_DIR=.outrider-seeded npm start` then serves it.
 */
const { values } = parseArgs({
  options: {
    large: { type: "boolean", default: false },
    leads: { type: "string" },
    dir: { type: "string", default: ".outrider-seeded" },
  },
});
const dir = resolve(values.dir);
if (existsSync(join(dir, "outrider.db"))) {
  console.error(`outrider: there is an install in ${dir}: remove it, or name another --dir.`);
  process.exit(1);
}
const leads = Number(values.leads ?? (values.large ? 1_000_000 : 10_000));
const began = performance.now();
const { client } = await seededInstall(dir, leads, (line) => {
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(7)} s  ${line}`);
});
client.close();
console.log(
  `\nDATA_DIR=${values.dir} npm start, then sign in as ${OPERATOR.email} with "${OPERATOR.password}".`,
);
process.exit(0);
