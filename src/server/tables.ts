import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tablesFrom } from "#data/tables.ts";
import { REPLY_LANGUAGES } from "#modules/inbox/rules/replies/languages/all.ts";

/** The lists of the process, each read at the first call. */
export const tablesOfProcess = tablesFrom(
  async (file) => {
    const bytes = await readFile(join(import.meta.dirname, "../data", file));
    return new Uint8Array(bytes).buffer;
  },
  async () => REPLY_LANGUAGES,
);
