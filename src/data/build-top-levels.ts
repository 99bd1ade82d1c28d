import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "tldts";

/*
 * Writes top-level-domains.ts from the public suffix list that tldts carries. Run `npm run
 * data:top-levels`.
 */
const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz");

const namesOf = (length: number): string[] =>
  length === 0
    ? [""]
    : namesOf(length - 1).flatMap((name) => LETTERS.map((letter) => name + letter));

const issued = [2, 3, 4].flatMap(namesOf).filter((name) => parse(`x.${name}`).isIcann === true);
await writeFile(
  join(import.meta.dirname, "top-level-domains.ts"),
  `/** Made by build-top-levels.ts from tldts (MIT): those of two to four letters. */
export const SHORT_TOP_LEVEL_DOMAINS =
  ${JSON.stringify(issued.join(" "))};
`,
);
