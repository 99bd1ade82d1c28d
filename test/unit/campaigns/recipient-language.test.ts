import { expect, it } from "vitest";
import { languageOfBrowser } from "#modules/campaigns/rules/template/recipient-language.ts";

it.each([
  [undefined, null],
  ["", null],
  ["*", null],
  ["sv", null],
  ["de", "de"],
  ["DE-at,en;q=0.9", "de"],
  ["en;q=0.2, pt-BR;q=0.7", "pt"],
  ["fr;q=0, it;q=0.1", "it"],
  ["nl;q=x, es;q=0.5", "es"],
  [",".repeat(100_000), null],
] as const)("a browser that asks for %j gets %j", (header, language) => {
  expect(languageOfBrowser(header)).toBe(language);
});
