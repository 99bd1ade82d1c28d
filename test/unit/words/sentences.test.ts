import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAMILIES } from "#dashboard/words/build/families.ts";
import { gatheredFrom, keyOfSentence, withoutValues } from "#dashboard/words/build/gathered.ts";
import { SERVER_KEYS } from "#dashboard/words/build/server.ts";
import { teller } from "#dashboard/words/sentences.ts";
import { dnsIssues } from "#modules/health/rules/health-issues.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { TURN_RULES } from "#modules/campaigns/rules/leaving/rules.ts";

const LANGUAGES = ["de", "es"] as const;
const textsOf = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...globSync(`src/dashboard/words/${language}/*.json`).map((path) =>
      JSON.parse(readFileSync(path, "utf8")),
    ),
  );
const tell = Object.fromEntries(
  LANGUAGES.map((language) => [language, teller(textsOf(language))]),
) as Record<(typeof LANGUAGES)[number], ReturnType<typeof teller>>;

const SENTENCES = new Set(
  FAMILIES.flatMap(({ files }) =>
    globSync(files).flatMap((path) => gatheredFrom(path, readFileSync(path, "utf8"))),
  ),
);

describe("what the server says", () => {
  it("is gathered from its sources", () => {
    expect(SENTENCES.size).toBeGreaterThan(650);
    expect(SENTENCES).toContain(
      TURN_RULES.no_mailbox.status.says satisfies "Assign a mailbox. The campaign has none.",
    );
    expect(SENTENCES).toContain("{used} of {limit} new leads used today.");
  });

  it.each(LANGUAGES)("has words in %s for each sentence", (language) => {
    const texts = textsOf(language);
    const missing = [...SENTENCES].filter((sentence) => {
      const key = keyOfSentence(sentence);
      return !texts[key] && !SERVER_KEYS.has(key) && !SERVER_KEYS.has(withoutValues(sentence));
    });
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)("in %s, no template takes the sentence of another", (language) => {
    const texts = textsOf(language);
    const wrong = Object.keys(texts).flatMap((key) => {
      if (!key.startsWith("said:")) return [];
      const values = (text: string): string =>
        text
          .replaceAll(
            /\{(what|USES|PROOFS|noun|factorWords|why|side)\}/g,
            (_, name) => ONE[name] ?? "",
          )
          .replaceAll(/\{(\w+)\}/g, (_, name) => `‹${name}›`);
      const said = values(key.slice("said:".length));
      const told = tell[language](said);
      const expected = (texts[key] ?? "")
        .replaceAll(
          /\{(what|USES|PROOFS|noun|factorWords|why|side)\}/g,
          (_, name) => texts[`part:${ONE[name]}`] ?? "",
        )
        .replaceAll(/\{(\w+)\}/g, (_, name) => `‹${name}›`);
      return told === expected ? [] : [{ said, told, expected }];
    });
    expect(wrong).toEqual([]);
  });
});

describe("what to do about a record that is missing", () => {
  // The message above it says what is missing; only the rest of the hint is shown.
  const MISSING = /fail\(\s*"(none|nxdomain)",\s*(?:"([^"]+)"|`([^`]+)`)/g;
  const records = globSync("src/modules/mailboxes/rules/dns/check-*.ts").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(MISSING)].map(
      ([, code = "", plain, template = ""]): RecordCheck => ({
        name: "mx",
        type: "MX",
        domain: "a.test",
        host: "a.test",
        expected: null,
        agreement: "agree",
        found: [],
        status: "fail",
        code,
        hint: plain ?? template,
      }),
    ),
  );

  it.each(LANGUAGES)("has words in %s", (language) => {
    const fixes = dnsIssues(records).map(({ fix }) => fix ?? "");
    expect(fixes.length).toBeGreaterThanOrEqual(5);
    expect(fixes.filter((fix) => tell[language](fix) === undefined)).toEqual([]);
  });
});

/** One that each closed choice has. */
const ONE: Readonly<Record<string, string>> = {
  what: "suppressed",
  USES: "The linked domain",
  PROOFS: "the lead replied to it",
  noun: "replies",
  factorWords: "the links",
  why: "is suppressed",
  side: "IMAP",
};

describe("a sentence in German", () => {
  it.each([
    ["Sending.", "Versand läuft."],
    [
      "The quota of this workspace is 5 leads, and 5 are used. Ask an admin for more.",
      "Das Kontingent dieses Arbeitsbereichs beträgt 5 Leads, 5 sind belegt. Fragen Sie einen Admin nach mehr.",
    ],
    ["The lead has no value for first_name, {x}.", "Dem Lead fehlt ein Wert für first_name, {x}."],
    [
      "12 leads are due before this one. They use up the daily limit of the campaign.",
      "Vor diesem sind 12 Leads fällig. Sie verbrauchen das Tageslimit der Kampagne.",
    ],
    ["The address is suppressed.", "Die Adresse ist gesperrt."],
    ["The mailbox is connection_error.", "Status des Postfachs: Verbindungsfehler."],
    [
      "SMTP AUTH is switched off for this mailbox or its organisation. An admin can switch it on, or send by Microsoft's API. SMTP failed at auth: 535 5.7.139 Authentication unsuccessful",
      "SMTP AUTH ist für dieses Postfach oder seine Organisation abgeschaltet. Ein Admin kann es einschalten, oder Sie senden über die API von Microsoft. SMTP ist fehlgeschlagen bei auth: 535 5.7.139 Authentication unsuccessful",
    ],
    [
      "SMTP failed at connect: the server did not respond in time.",
      "SMTP ist fehlgeschlagen bei connect: Der Server hat nicht rechtzeitig geantwortet.",
    ],
    [
      "This line is too long. Shorten its cells. The first 7 rows are done.",
      "Diese Zeile ist zu lang. Kürzen Sie ihre Zellen. Die ersten 7 Zeilen sind erledigt.",
    ],
    [
      "Without the links, the words and the pixel it arrives (97 % sure, 11 emails). The answer is about these seeds: a recipient's own history and filters of companies are not in it.",
      "Ohne die Links, die Wörter und das Zählpixel kommt sie an (97 % sicher, 11 E-Mails). Die Antwort gilt für diese Testpostfächer: Was ein Empfänger früher bekam und die Filter von Unternehmen sind nicht darin.",
    ],
    [
      "The server's address 192.0.2.1 is on the block list Spamhaus ZEN.",
      "Die Adresse des Servers 192.0.2.1 steht auf der Sperrliste Spamhaus ZEN.",
    ],
    ["IMAP failed at auth: no.", "IMAP ist fehlgeschlagen bei auth: no."],
  ])("%s", (english, german) => {
    expect(tell.de(english)).toBe(german);
  });

  it("is not made where not all of it is known", () => {
    for (const unknown of [
      "The address is malformed.",
      "Sending. Birds sing.",
      "Birds sing.",
      "",
      "The lead has no value for .",
      `Nobody knows. ${"Sending. ".repeat(500)}`,
      "toString",
    ])
      expect(tell.de(unknown), unknown).toBeUndefined();
  });

  it("takes what people named as it is, also the name of a code", () => {
    expect(tell.de('The sheet "open" is empty.')).toBe("Das Blatt „open“ ist leer.");
    expect(tell.de("DMARC passed for sent at a seed of lost: it is aligned.")).toBe(
      "DMARC bestand für sent bei einem Testpostfach von lost: Die Domains stimmen überein.",
    );
  });

  it("costs little where texts are made to cost much", () => {
    const long = `At ${"a, telling b from c takes about ".repeat(60)}`;
    const from = performance.now();
    expect(tell.de(long)).toBeUndefined();
    expect(tell.de("One lead is due before this one. ".repeat(60))).toBeUndefined();
    expect(performance.now() - from).toBeLessThan(200);
  });
});

describe("gathering", () => {
  const from = (source: string): string[] => gatheredFrom("x.ts", source);

  it("takes templates apart from their values, once for each choice", () => {
    expect(
      from(
        "const what = yes ? 'bounces' : 'complaints';\nsay2(`Too many ${what} of ${lead.domain} (${a.used} and ${b.used}).`);",
      ),
    ).toEqual([
      "Too many bounces of {domain} ({used} and {used2}).",
      "Too many complaints of {domain} ({used} and {used2}).",
    ]);
    expect(from("f(`The ${name}${place ? ` of step ${place}` : ''} was changed since.`)")).toEqual([
      "The {name} of step {place} was changed since.",
      "The {name} was changed since.",
    ]);
  });

  it("leaves what nobody reads in the dashboard", () => {
    expect(
      from(
        `z.string().describe("The name of it."); throw new Error("This cannot be."); ({ summary: "List all of them." }); sql\`SELECT this from that.\`; f("a fragment of it."); f(\`Use \${values}.\`); phrase("A notice of it.")`,
      ),
    ).toEqual([]);
  });
});
