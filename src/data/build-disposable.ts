import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MIN_DISPOSABLE_DOMAINS } from "#platform/rules/choices.ts";
import { collectDisposable } from "./collect-disposable.ts";
import { packDisposable } from "./pack-disposable.ts";

/*
 * Writes disposable.bin from the lists that package.json pins. Run `npm run data:disposable` after
 * one of them was raised; with --text the names are printed as well, for a look through them.
 */
const names = await collectDisposable();
if (names.suffixes.length <= MIN_DISPOSABLE_DOMAINS) {
  throw new Error(`only ${names.suffixes.length} names are left: look at the lists`);
}
const bytes = packDisposable(names.suffixes, names.exact);
await writeFile(join(import.meta.dirname, "disposable.bin"), bytes);
if (process.argv.includes("--text")) console.log([...names.suffixes, ...names.exact].join("\n"));
console.error(
  `disposable.bin: ${names.suffixes.length} names, ${names.exact.length} that stand only for themselves, ${bytes.length} octets`,
);
