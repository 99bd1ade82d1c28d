import { repeat } from "./family.ts";

const UNITS: readonly string[] = [
  "a",
  "A1",
  " ",
  "\t\n",
  ".",
  "a.",
  "-_",
  "@",
  "a@",
  ":",
  "::1",
  "/",
  "//a",
  "<",
  "<a>",
  '"',
  "('",
  "a=b; ",
  "0",
  "%",
  "{{",
  "é",
  "&amp;",
  "https://",
];

/** What makes patterns go back: one sign or two, again and again, alone and before something else. */
export const SIGNS = Object.fromEntries(
  UNITS.flatMap((unit) => [
    [`many ${JSON.stringify(unit)}`, repeat(unit)],
    [`many ${JSON.stringify(unit)} and an end`, repeat(unit, { before: "a", after: "\u0000!" })],
  ]),
);
