import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tablesFrom } from "#data/tables.ts";

/** The lists of the process, each read at the first call. */
export const tablesOfProcess = tablesFrom(async (file) => {
  const bytes = await readFile(join(import.meta.dirname, "../data", file));
  return new Uint8Array(bytes).buffer;
});
