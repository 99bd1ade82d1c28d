import type { Tables } from "#platform/ctx/ports.ts";
import type { ValidationTables } from "#platform/rules/mail/address-sources.ts";
import type { ReplyLanguage } from "#platform/rules/mail/reply-language.ts";
import { PASSWORD_FINGERPRINT_LENGTH } from "#platform/rules/choices.ts";
import { createValidationTables } from "./validation-tables.ts";

/** Files of this folder that are loaded when they are first needed, and lie in no bundle. */
export const TABLE_FILES = [
  "disposable.bin",
  "role-names.txt",
  "free-names.txt",
  "common-passwords.txt",
] as const;
export type TableFile = (typeof TABLE_FILES)[number];

/** What was made of them; belongs to the process or the isolate. */
export type KeptTables = {
  addresses?: ValidationTables;
  passwords?: ReadonlySet<string>;
  replies?: readonly ReplyLanguage[];
};

/**
 * The tables over the files as the host reads them, each made once for `kept`. `readReplies` answers the
 * languages of the inbox, which lie with its rules. Values are kept and not
 * promises: a Worker may not wait for what another request began.
 */
export function tablesFrom(
  read: (file: TableFile) => Promise<ArrayBuffer>,
  readReplies: () => Promise<readonly ReplyLanguage[]>,
  kept: KeptTables = {},
): Tables {
  const lines = async (file: TableFile): Promise<readonly string[]> => linesOf(await read(file));
  return {
    async addresses() {
      if (kept.addresses) return kept.addresses;
      const [bytes, roles, free] = await Promise.all([
        read("disposable.bin"),
        lines("role-names.txt"),
        lines("free-names.txt"),
      ]);
      const words = { roleNames: wordsOf(roles), freeNames: wordsOf(free) };
      return (kept.addresses ??= createValidationTables(bytes, words));
    },
    async passwords() {
      if (kept.passwords) return kept.passwords;
      const all = (await lines("common-passwords.txt")).join("");
      const fingerprints = all.match(new RegExp(`.{${PASSWORD_FINGERPRINT_LENGTH}}`, "g")) ?? [];
      return (kept.passwords ??= new Set(fingerprints));
    },
    async replies() {
      if (kept.replies) return kept.replies;
      const languages = await readReplies();
      return (kept.replies ??= languages);
    },
  };
}

/** The lines of a text of this folder, without the one that names its source. */
const linesOf = (bytes: ArrayBuffer): string[] =>
  new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(" "));
