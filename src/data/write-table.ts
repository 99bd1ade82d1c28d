import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes one text as a module of this folder, in pieces of a line each, so that a change of the
 * list makes a readable diff; the first line names its source.
 */
export function writeTable(
  file: string,
  name: string,
  { madeBy, from }: { readonly madeBy: string; readonly from: string },
  { pieces, between }: { readonly pieces: readonly string[]; readonly between: "" | " " },
): Promise<void> {
  const lines = pieces.map((piece) => `  ${JSON.stringify(piece)},\n`).join("");
  return writeFile(
    join(import.meta.dirname, file),
    `/** Made by ${madeBy} from ${from}. */
export const ${name} = [
${lines}].join(${JSON.stringify(between)});
`,
  );
}

/** Writes one text as a file of this folder that hosts load when it is first needed; `readLines` reads it. */
export function writeText(
  file: string,
  { madeBy, from }: { readonly madeBy: string; readonly from: string },
  lines: readonly string[],
): Promise<void> {
  return writeFile(
    join(import.meta.dirname, file),
    `# Made by ${madeBy} from ${from}.\n${lines.join("\n")}\n`,
  );
}

/** Words in order, those of one first letter together. */
export const byFirstLetter = (words: readonly string[]): string[] =>
  [...Map.groupBy(words, (word) => word.charAt(0)).values()].map((some) => some.join(" "));
