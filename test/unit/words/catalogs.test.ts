import { globSync, readFileSync } from "node:fs";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { germanMails } from "#platform/words/german-mails.ts";
import { germanNotices } from "#platform/words/german-notices.ts";
import { spanishMails } from "#platform/words/spanish-mails.ts";
import { spanishNotices } from "#platform/words/spanish-notices.ts";
import { inEnglish, sayIn, tell, type Text, phrase } from "#platform/words/phrase.ts";

const CATALOGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ...germanMails, ...germanNotices },
  es: { ...spanishMails, ...spanishNotices },
};
const TEXTS = Object.keys(CATALOGS["de"] ?? {});

type Token = string | readonly [name: string, type?: string, format?: unknown];

/** The names of a message, in every branch of its plurals. */
function namesOf(tokens: unknown, names = new Set<string>()): string[] {
  for (const token of tokens as readonly Token[]) {
    if (typeof token === "string") continue;
    const [name, , format] = token;
    names.add(name);
    if (typeof format !== "object" || format === null) continue;
    for (const branch of Object.values(format)) if (Array.isArray(branch)) namesOf(branch, names);
  }
  return [...names].toSorted();
}
const compile = (message: string) => compileMessageOrThrow(message);

describe.each(Object.entries(CATALOGS))("the catalog %s", (_language, catalog) => {
  it("has every text, and none that is empty", () => {
    expect(Object.keys(catalog).toSorted()).toEqual(TEXTS.toSorted());
    expect(Object.entries(catalog).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("has the placeholders of the English text in each", () => {
    const wrong = Object.entries(catalog).filter(
      ([english, text]) => namesOf(compile(text)).join() !== namesOf(compile(english)).join(),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps the lines of mails", () => {
    const lines = (text: string): number => text.split("\n").length;
    const wrong = Object.entries(catalog).filter(
      ([english, text]) => lines(english) !== lines(text),
    );
    expect(wrong).toEqual([]);
  });
});

it("every text is used", () => {
  const source = globSync("src/{modules,server}/**/*.ts")
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const unused = TEXTS.filter((text) => !source.includes(text.replaceAll("\n", String.raw`\n`)));
  expect(unused).toEqual([]);
});

describe("a text", () => {
  it("has plurals, numbers and days as its language has them", () => {
    const one = phrase("{n} notifications from {workspace}", { n: 1, workspace: "Acme" });
    const many = phrase("{n} notifications from {workspace}", { n: 1_200, workspace: "Acme" });
    expect([tell("de", one), tell("de", many)]).toEqual([
      "1 Benachrichtigung von Acme",
      "1.200 Benachrichtigungen von Acme",
    ]);
    expect([tell("es", one), tell(null, many)]).toEqual([
      "1 notificación de Acme",
      "1200 notifications from Acme",
    ]);
    const day = phrase(
      "The last report that counts arrived on {day}. Check rua in the DMARC record, and whether the mailbox is read.",
      { day: "2026-11-24" },
    );
    expect(tell("de", day)).toContain("kam am 24. November 2026.");
    expect(tell("es", day)).toContain("llegó el 24 de noviembre de 2026.");
    expect(inEnglish(day)).toContain("arrived on 2026-11-24.");
    const share = phrase("{share, number, percent} of its emails bounced within 7 days.", {
      share: 0.125,
    });
    expect(inEnglish(share)).toBe("12.5% of its emails bounced within 7 days.");
    expect(tell("de", share)).toMatch(/^12,5\s% seiner/);
  });

  it("takes what people typed as it is", () => {
    const name = String.raw`{n} \x0d\x0aBcc: x \u0041 <0>b</0> '{' #`;
    for (const language of ["en", "de", "es"] as const) {
      expect(sayIn(language)("Hello {name},", { name })).toContain(name);
      const nested = phrase("{what} Failed leads in completed campaigns: {over}.", {
        what: phrase("Assigned to you: {lead}", { lead: name }),
        over: 1,
      });
      expect(tell(language, nested)).toContain(name);
    }
  });

  it("that an earlier version stored is English where it is not known any more", () => {
    const old = { text: "{n} birds left" as Text, values: { n: 3 } };
    expect(tell("de", old)).toBe("3 birds left");
    const when = phrase(
      "The last report that counts arrived on {day}. Check rua in the DMARC record, and whether the mailbox is read.",
      { day: "soon" },
    );
    expect(tell("de", when)).toBe(inEnglish(when));
    const nobody = { text: "toString" as Text };
    expect(tell("de", nobody)).toBe("toString");
  });
});
