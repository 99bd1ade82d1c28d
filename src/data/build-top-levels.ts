import { parse } from "tldts";
import { byFirstLetter, writeTable } from "./write-table.ts";

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
await writeTable(
  "top-level-domains.ts",
  "SHORT_TOP_LEVEL_DOMAINS",
  { madeBy: "build-top-levels.ts", from: "tldts (MIT): those of two to four letters" },
  { pieces: byFirstLetter(issued.toSorted()), between: " " },
);
