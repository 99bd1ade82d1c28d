import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkSyntax } from "#modules/leads/rules/validation/syntax/check-syntax.ts";
import { classifyAddress } from "#modules/leads/rules/validation/syntax/classify-address.ts";
import { meantProvider } from "#modules/leads/rules/validation/suggest.ts";
import { MAIL_PROVIDERS } from "#data/mail-providers.ts";
import { needs } from "#test/support/needs.ts";

type Row = { readonly address: string; readonly valid: boolean; readonly category: string };

const read = <T>(file: string): T[] =>
  JSON.parse(
    readFileSync(join(process.env["CORPORA_DIR"] ?? "", "validation", `${file}.json`), "utf8"),
  ) as T[];

/** Other people's tests, by who wrote them. */
const LINEAGES = {
  isemail: ["isemail", "isemail-original", "isemail-js"],
  django: ["django"],
  smtp: ["smtp-address-parser"],
  jsonSchema: ["json-schema-email", "json-schema-idn-email"],
  closure: ["closure-eai"],
  typebox: ["typebox-email", "typebox-idn-email"],
  webkit: ["webkit-html5"],
};

/** isemail's diagnoses that lie within RFC 5321. */
const SMTP = new Set(["VALID", "VALID_CATEGORY", "DNSWARN", "RFC5321"]);
const smtpForm = (address: string): boolean =>
  ["mailbox", "quoted", "literal", "eai"].includes(classifyAddress(address).form);
const headerForm = (address: string): boolean => classifyAddress(address).form !== "error";

/** Where the product's rule differs on purpose; each says why. */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  django: [
    // IPv6 literals without the tag that RFC 5321 asks for.
    "email@[2001:dB8::1]",
    "email@[2001:dB8:0:0:0:0:0:1]",
    "email@[::fffF:127.0.0.1]",
    // Dotless hosts are of the right form; they have no route.
    "abc@bar",
    // White space around an address and its parts is taken off.
    "a@b.com\n",
    "a@[127.0.0.1]\n",
    // A tab cannot be sent.
    '"\\\t"@here.com',
    // Emoji are as good as other letters beyond ASCII.
    "\u{1f4a9}@domain.com",
    "えあい\u{1f4a9}えあい@えあいdomain.com",
  ],
  "smtp-address-parser": [
    "simple@[tag:Can-Be-Anything]",
    "admin@mailserver1",
    "user@[127.00.0.1]",
    "<john.doe@example.com>",
    "gene\u0301@example.com",
    "tld-too-short@foo.x",
  ],
  "json-schema-email": [],
  // A control character.
  "json-schema-idn-email": ["\u0085@example.com"],
  "closure-eai": ["a@b", "aaa@gmail"],
  "typebox-email": [],
  "typebox-idn-email": [],
  // The rule of forms: dots anywhere, hyphens at the ends of labels, bare addresses of hosts.
  "webkit-html5": [
    "someone@127.0.0.1",
    "ddjk-s-jk@asl-.com",
    ".wooly@example.com",
    "wo..oly@example.com",
    "someone@do-.com",
    "somebody@-.com",
    '"testblah"@example.com',
  ],
};

describe("addresses of public corpora", needs("corpora"), () => {
  const isemail = (): Row[] => [...read<Row>("isemail"), ...read<Row>("isemail-original")];

  it("agrees with isemail read as RFC 5322 on all 442", () => {
    const missed = isemail().filter(({ address, valid }) => headerForm(address) !== valid);
    expect(missed).toEqual([]);
    expect(isemail()).toHaveLength(442);
  });

  it("agrees with isemail read as RFC 5321 on all but the one that isemail itself calls RFC 5321", () => {
    const missed = isemail().filter(
      ({ address, category }) => smtpForm(address) !== SMTP.has(category),
    );
    // Its diagnosis is RFC5321_IPV6DEPRECATED; six more of that kind stand under RFC5321.
    expect(missed.map(({ address }) => address)).toEqual([
      "test@[IPv6:1111:2222:3333:4444:5555:6666::8888]",
    ]);
    const agreement = 100 * (1 - missed.length / isemail().length);
    expect(Number(agreement.toFixed(1))).toBeGreaterThanOrEqual(99.8);
  });

  it("agrees with isemail's JavaScript tests but for what RFC 6532 allows and IDNA 2008 cannot name", () => {
    const rows = read<Row>("isemail-js");
    const wide = rows.filter(({ address, valid }) => headerForm(address) !== valid);
    expect(wide.map(({ address }) => address)).toEqual([
      '"\u0080"@iana.org',
      "(\u0080)test@iana.org",
    ]);
    const narrow = rows.filter(({ address, category }) => smtpForm(address) !== SMTP.has(category));
    expect(narrow.map(({ address }) => address.slice(0, 10))).toEqual([
      "test@[IPv6",
      "test@\u{103ff}ñoñ",
    ]);
  });

  it("misses no verdict on which two lineages or more agree and none dissents", () => {
    const verdicts = new Map<string, Map<string, boolean[]>>();
    for (const [lineage, files] of Object.entries(LINEAGES)) {
      for (const row of files.flatMap((file) => read<Row>(file))) {
        const valid = lineage === "isemail" ? SMTP.has(row.category) : row.valid;
        const of = verdicts.get(row.address) ?? new Map<string, boolean[]>();
        verdicts.set(row.address, of.set(lineage, [...(of.get(lineage) ?? []), valid]));
      }
    }
    const agreed = [...verdicts]
      .filter(([, of]) => of.size > 1)
      .map(([address, of]) => [address, [...of.values()].flat()] as const)
      .filter(([, all]) => new Set(all).size === 1);
    expect(agreed.length).toBeGreaterThan(0);
    for (const [address, [valid]] of agreed) {
      expect([address, smtpForm(address)]).toEqual([address, valid]);
      expect([address, checkSyntax(address).facts.ok]).toEqual([address, valid]);
    }
  });

  it.each(Object.entries(ACCEPTED))(
    "reads %s otherwise only where that is meant",
    (file, accepted) => {
      const missed = read<Row>(file).filter(
        ({ address, valid }) => checkSyntax(address).facts.ok !== valid,
      );
      expect(missed.map(({ address }) => address)).toEqual(accepted);
    },
  );
});

describe("mistyped domains of public corpora", needs("corpora"), () => {
  it("sets 86 of 89 right, none wrong, and questions none that is right", () => {
    const rows = read<{ domain: string; expected: string | null }>("typo-domains");
    const wrong = rows.filter(({ domain, expected }) => {
      const meant = meantProvider(domain, MAIL_PROVIDERS);
      return meant !== null && meant !== expected;
    });
    expect(wrong).toEqual([]);
    const missed = rows.filter(
      ({ domain, expected }) => meantProvider(domain, MAIL_PROVIDERS) !== expected,
    );
    // Two typos in five letters are too many to believe; the others are providers of their own.
    expect(missed.map(({ domain }) => domain)).toEqual(["gml.com", "ttmail.com", "homemail.com"]);
  });
});
