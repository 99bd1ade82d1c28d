import { describe, expect, it } from "vitest";
import { checkSpam } from "#modules/campaigns/rules/spam/check-spam.ts";
import { commonLanguage, LANGUAGES } from "#modules/warmup/rules/language.ts";
import { writerOf } from "#modules/warmup/rules/person.ts";
import { writeAnswer, writeStarter } from "#modules/warmup/rules/text.ts";

const NAMES = { from: "Ann Lee", to: "Bob Miller" };

describe.each(LANGUAGES)("warmup mail in %s", (language) => {
  const starters = Array.from({ length: 2_000 }, (_, n) => writeStarter(`${n}`, language, NAMES));

  it("is the same for the same seed, and hardly ever twice the same for others", () => {
    expect(writeStarter("7", language, NAMES)).toEqual(starters[7]);
    const texts = new Set(starters.map(({ text }) => text));
    expect(texts.size).toBeGreaterThan(1_950);
    expect(new Set(starters.map(({ subject }) => subject)).size).toBeGreaterThan(20);
  });

  it("is short plain text without links, leftovers or shouting", () => {
    for (const [n, { subject, text }] of starters.entries()) {
      const answer = writeAnswer(
        `${n}`,
        language,
        { from: NAMES.to, to: NAMES.from },
        { subject, text },
      );
      for (const words of [subject, text, answer.subject, answer.text]) {
        expect(words).not.toMatch(/[{}<]|undefined|null|https?:|www\.|[A-Z]{5}|\$|%|!!| {2}/);
        expect(words).toBe(words.trim());
      }
      expect(subject.length).toBeLessThan(60);
      expect(text.length).toBeGreaterThan(60);
      expect(text.length).toBeLessThan(700);
      expect(answer.subject).toBe(`Re: ${subject}`);
    }
  });

  it("holds nothing that a spam filter looks for", () => {
    for (const { subject, text } of starters.slice(0, 200)) {
      expect(checkSpam({ subject, body: text }).score).toBeGreaterThanOrEqual(90);
    }
  });

  it("names the two people, and leaves a team or an address out of the greeting", () => {
    const greeted = starters.filter(({ text }) => text.includes("Bob")).length;
    expect(greeted).toBe(starters.length);
    for (const to of ["Sales Team", "bob@two.test", "ACME GmbH", "x", "The Friends Of Old Trees"]) {
      for (let n = 0; n < 50; n++) {
        const [line = ""] = writeStarter(`${n}`, language, { ...NAMES, to }).text.split("\n");
        expect(line).not.toMatch(/Sales|bob|ACME|Friends|^,|\s,/);
      }
    }
  });

  it("is quoted under most answers", () => {
    const quoted = starters.slice(0, 200).filter((starter, n) => {
      const { text } = writeAnswer(`${n}`, language, { from: "Bob M", to: "Ann L" }, starter);
      return text.includes(`> ${starter.text.split("\n")[0]}`);
    });
    expect(quoted.length).toBeGreaterThan(110);
    expect(quoted.length).toBeLessThan(170);
  });
});

it("who writes is a person, by display name or address, where there is one", () => {
  expect(writerOf("Ann Lee", "info@x.test")).toBe("Ann Lee");
  expect(writerOf("Ann's workspace", "bea.lind@x.test")).toBe("Bea");
  expect(writerOf("Acme Sales Team", "cem@x.test")).toBe("Cem");
  expect(writerOf("Acme GmbH", "sales@x.test")).toBe("Acme GmbH");
  expect(writerOf("acme", "x1@x.test")).toBe("acme");
});

it("two who share a language use it, others write English", () => {
  const at = (email: string, timezone: string | null = null) => ({ email, timezone });
  expect(commonLanguage(at("a@x.de"), at("b@y.at"))).toBe("de");
  expect(commonLanguage(at("a@x.com", "Europe/Berlin"), at("b@y.de"))).toBe("de");
  expect(commonLanguage(at("a@x.de"), at("b@y.fr"))).toBe("en");
  expect(commonLanguage(at("a@x.com", "America/New_York"), at("b@y.com"))).toBe("en");
  expect(commonLanguage(at("a@x.fr", "Europe/Madrid"), at("b@y.es"))).toBe("es");
});
