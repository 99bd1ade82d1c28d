import { assert, constantFrom, array, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSpam, LEXICONS, termCount } from "#modules/campaigns/rules/spam/check-spam.ts";
import type { Lexicon } from "#modules/campaigns/rules/spam/lexicon.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

const termsIn = ({ groups }: Lexicon) =>
  groups.flatMap(({ terms }) => terms.split("|").map((term) => term.trim()));
const TERMS = LEXICONS.flatMap(termsIn);

const inBody = (body: string) => checkSpam({ subject: "Hello", body });
const termsOf = (body: string) =>
  inBody(body)
    .matches.filter((match) => match.category !== "formatting")
    .map((match) => match.term);

describe("the lexicon", () => {
  it("has several hundred terms, each once, each found where it stands alone", () => {
    expect(termCount()).toBeGreaterThan(700);
    for (const term of TERMS) {
      const [match] = inBody(`so, ${term}.`).matches;
      expect({ term, index: match?.index }).toEqual({ term, index: 4 });
    }
  });

  it("names better words for terms that it has", () => {
    for (const lexicon of LEXICONS) {
      for (const term of Object.keys(lexicon.instead)) expect(termsIn(lexicon)).toContain(term);
    }
  });
});

describe("words", () => {
  it.each([
    ["whole words", "the freedom of a freelancer, cashflow, Scunthorpe, unfree, carefree", []],
    ["any case", "Act NOW", ["act now"]],
    ["their forms", "we guaranteed it, she guarantees it", ["guarantee", "guarantee"]],
    ["the longest term", "a limited time offer", ["limited time offer"]],
    ["marks after it", "free!!!", ["free"]],
    ["hyphens inside", "F-R-E-E and f.r.e.e and F R E E and f_r_e_e", Array(4).fill("free")],
    ["digits for letters", "v1agra, fr33. c4sh", ["viagra", "free", "cash"]],
    ["signs for letters", "c@sh vi@gra $ex", ["cash", "viagra", "sex"]],
    ["drawn-out letters", "freeeeee viaaagra", ["free", "viagra"]],
    ["other scripts", "frее. саsh", ["free", "cash"]],
    ["full width", "ｆｒｅｅ", ["free"]],
    ["invisible characters", "fr\u200bee via\u00adgra", ["free", "viagra"]],
    ["tags inside", "<p>via<b>gr</b>a fr<!-- x -->ee</p>", ["viagra", "free"]],
    ["entities", "fr&#101;e", ["free"]],
    ["curly apostrophes", "Don’t miss out", ["don't miss out"]],
    ["words over a line end", "click\nhere", ["click here"]],
    [
      "German, in its forms",
      "Kostenlose Beratung, klicken Sie hier",
      ["kostenlos", "klicken sie hier"],
    ],
    ["not over a sentence", "We act. Now it is done.", []],
    ["not over blocks", "<p>click</p><p>here</p>", ["click"]],
    ["not in template tags", "{{ free }} {% if cash %}x{% endif %}", []],
    ["not in addresses", "free@example.com https://example.com/free/cash", []],
    ["not in styles", "<style>.free{}</style><p title='free'>x</p>", []],
    ["not codes", "ISO-27001, B2B, 3D, G7, v1.3, 4K", []],
  ])("finds %s", (_, body, terms) => {
    expect(termsOf(body)).toEqual(terms);
  });

  it.each(["<p>Get it <b>fr</b>ee &amp; <i>click</i> here</p>", "F-R-E-E, v1agra!!! ACT NOW"])(
    "marks the very stretch of the source: %s",
    (body) => {
      const cut = inBody(body).matches.map(({ index, length }) =>
        body.slice(index, index + length),
      );
      expect(cut).toEqual(
        body.startsWith("<")
          ? ["fr</b>ee", "click</i> here"]
          : ["F-R-E-E", "v1agra", "!!!", "ACT NOW"],
      );
    },
  );
});

describe("looks", () => {
  it.each([
    ["fake_reply_prefix", { subject: "RE: our talk", body: "" }],
    ["fake_reply_prefix", { subject: "Fwd: offer", body: "" }],
    ["long_subject", { subject: "word ".repeat(13), body: "" }],
    ["emoji_in_subject", { subject: "Hi 🚀", body: "" }],
    ["repeated_punctuation", { subject: "Hi", body: "Really?!" }],
    ["shouting", { subject: "Hi", body: "THIS WILL WORK FOREVER" }],
    ["disguised_words", { subject: "Hi", body: "F.R.E.E" }],
    ["link_in_first_email", { subject: "Hi", body: "see https://example.com" }],
    ["too_many_links", { subject: "Hi", body: "<a href='https://a.co/1'>x</a>".repeat(3) }],
    ["link_shortener", { subject: "Hi", body: "<a href='https://bit.ly/1'>x</a>" }],
    ["bare_address_link", { subject: "Hi", body: "http://192.0.2.7/x" }],
    ["misleading_link", { subject: "Hi", body: "<a href='https://evil.example/'>bank.com</a>" }],
    ["images", { subject: "Hi", body: "<img src='https://a.co/1.png'>" }],
    ["image_only", { subject: "Hi", body: "<img src='https://a.co/1.png'>" }],
    ["hidden_text", { subject: "Hi", body: "<span style='font-size:0px'>x</span>" }],
    ["active_content", { subject: "Hi", body: "<form>x</form>" }],
    ["long_body", { subject: "Hi", body: "tree ".repeat(201) }],
    ["unresolved_variables", { subject: "Hi", body: "{{frist_name}}" }],
    ["unresolved_variables", { subject: "Hi", body: "Hi [First Name]" }],
    ["no_unsubscribe", { subject: "Hi", body: "Bye" }],
    ["empty_subject", { subject: "", body: "x" }],
    ["empty_body", { subject: "x", body: "<p> </p>" }],
  ] as const)("sees %s", (issue, mail) => {
    expect(checkSpam(mail).issues).toContain(issue);
  });

  it("has nothing against an honest mail", () => {
    const report = checkSpam({
      subject: "Routes of {{company}}",
      body: "Hi {{first_name | default: 'there'}},\n\nyou opened a second depot in Lyon. Acme cut empty miles by 12 % in a quarter with our planner.\n\nShall we talk next week?\n\nAnn\n\nIf not, tell me and I won't write again. {{icebreaker}}",
    });
    expect(report).toMatchObject({ score: 100, rating: "good", matches: [], issues: [] });
    expect(report.metrics).toMatchObject({ words: 35, links: 0, unresolved_variables: 0 });
  });

  it("finds junk poor", () => {
    const junk = "ACT NOW!!! F-R-E-E money, 100% guaranteed. Click here: http://bit.ly/x";
    expect(checkSpam({ subject: "You WON $$$", body: junk })).toMatchObject({ rating: "poor" });
  });
});

describe("the score", () => {
  const words = array(
    constantFrom(...TERMS, "tree", "\n", ".", "!", "F-R-E-E", "<p>", "LOUD", "https://a.co"),
    {
      maxLength: 30,
    },
  ).map((parts) => parts.join(" "));

  it("never rises when a term is added", () => {
    assert(
      property(words, words, constantFrom(...TERMS), (subject, body, term) => {
        const before = checkSpam({ subject, body }).score;
        expect(checkSpam({ subject, body: `${body}\n\n${term}` }).score).toBeLessThanOrEqual(
          before,
        );
        expect(checkSpam({ subject: `${subject} ... ${term}`, body }).score).toBeLessThanOrEqual(
          before,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("is whole, from 0 to 100, the same each time, and every match lies inside its field", () => {
    assert(
      property(string({ unit: "grapheme", maxLength: 200 }), words, (subject, body) => {
        const report = checkSpam({ subject, body });
        expect(checkSpam({ subject, body })).toEqual(report);
        expect(Number.isInteger(report.score) && report.score >= 0 && report.score <= 100).toBe(
          true,
        );
        for (const { field, index, length } of report.matches) {
          expect(length).toBeGreaterThan(0);
          expect(index + length).toBeLessThanOrEqual((field === "subject" ? subject : body).length);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    "{{",
    "a.",
    "f-r-e-e ",
    "http://a ",
    "not right ",
    "<a href='//",
    "free ",
    "!",
    "x@",
    "&#",
  ])("is found in bounded time for 64 KB of %s", (part) => {
    const body = part.repeat(Math.ceil(65_536 / part.length)).slice(0, 65_536);
    const start = cpuMs();
    checkSpam({ subject: "x", body });
    expect(cpuMs() - start).toBeLessThan(2_000);
  });
});
