import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MIN_DISPOSABLE_DOMAINS } from "#platform/rules/choices.ts";
import { meantProvider } from "#modules/leads/rules/validation/suggest.ts";
import { collectDisposable } from "#data/collect-disposable.ts";
import { createDisposableTable } from "#data/disposable.ts";
import { MAIL_PROVIDERS } from "#data/mail-providers.ts";
import { packDisposable } from "#data/pack-disposable.ts";
import { RELAYS } from "#data/relays.ts";
import { domainSet } from "#data/validation-tables.ts";
import { REAL_ORGANISATIONS, REAL_PROVIDERS } from "./real-domains.ts";

const file = new Uint8Array(readFileSync("src/data/disposable.bin"));
const table = createDisposableTable(file.buffer);
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("the list of disposable domains", () => {
  it("holds more than 120,000 names in less than two megabytes", () => {
    expect(table.size).toBeGreaterThan(MIN_DISPOSABLE_DOMAINS);
    expect(file.length).toBeLessThan(2_000_000);
  });

  it("is what the script makes of the pinned lists, and finds every name of them", async () => {
    const names = await collectDisposable();
    expect(table.size).toBe(names.suffixes.length + names.exact.length);
    expect(sha256(file)).toBe(sha256(packDisposable(names.suffixes, names.exact)));
    const lost = names.suffixes.filter(
      (name) => table.match(name) !== name || table.match(`a.b.${name}`) !== name,
    );
    expect(lost).toEqual([]);
    for (const name of names.exact) {
      expect([table.match(name), table.match(`some-company.${name}`)]).toEqual([name, null]);
    }
  });

  it("finds throw-away services, and what lies under them", () => {
    const found = [
      "mailinator.com",
      "x.mailinator.com",
      "a.very.deep.yopmail.com",
      "guerrillamail.com",
      "10minutemail.com",
      "temp-mail.org",
      "ddns.net",
      "xn--taxinykping-xfb.se",
    ].map((domain) => table.match(domain));
    expect(found).toEqual([
      "mailinator.com",
      "mailinator.com",
      "yopmail.com",
      "guerrillamail.com",
      "10minutemail.com",
      "temp-mail.org",
      "ddns.net",
      "xn--taxinykping-xfb.se",
    ]);
    expect(table.match("notmailinator.com.acme.com")).toBeNull();
    expect(["edu.pl", "my.id", "com", "", "."].map((name) => table.match(name))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  it("never takes one of several hundred real providers and companies for disposable, a relay or a typo", () => {
    expect(new Set(REAL_PROVIDERS).size).toBeGreaterThan(330);
    expect(new Set(REAL_ORGANISATIONS).size).toBeGreaterThan(350);
    const relays = domainSet(RELAYS);
    const wronged = [...REAL_PROVIDERS, ...REAL_ORGANISATIONS, ...MAIL_PROVIDERS].filter(
      (domain) =>
        table.match(domain) !== null ||
        table.match(`mail.${domain}`) !== null ||
        relays.match(domain) !== null ||
        meantProvider(domain, MAIL_PROVIDERS) !== null,
    );
    expect(wronged).toEqual([]);
  });

  it("keeps relays and mistyped providers apart", () => {
    for (const name of [...RELAYS, "gmial.com", "hotmal.com", "yaho.com", "gmail.con"]) {
      expect([name, table.match(name)]).toEqual([name, null]);
    }
  });

  it("finds no name by accident in a million", () => {
    let seed = 7;
    const found: string[] = [];
    for (let i = 0; i < 1_000_000; i++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const name = `not-listed-${seed.toString(36)}.${i % 2 ? "com" : "de"}`;
      if (table.match(name) !== null) found.push(name);
    }
    expect(found).toEqual([]);
  });

  it("reads back any list that was packed", () => {
    const label = fc.stringMatching(/^[a-z\d]{1,8}$/);
    const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.uniqueArray(name), name, (suffixes, alone, other) => {
        const exact = alone.filter((entry) => !suffixes.includes(entry));
        const packed = createDisposableTable(packDisposable(suffixes, exact).slice().buffer);
        for (const suffix of suffixes)
          expect(`sub.${suffix}`).toContain(packed.match(`sub.${suffix}`));
        for (const entry of exact) expect(packed.match(entry)).not.toBeNull();
        const listed =
          exact.includes(other) || suffixes.some((suffix) => `.${other}`.endsWith(`.${suffix}`));
        expect(packed.match(other) !== null).toBe(listed);
      }),
      { numRuns: 20 },
    );
  });

  it("refuses octets that are no such list", () => {
    expect(() => createDisposableTable(new ArrayBuffer(3))).toThrow("damaged");
    expect(() => createDisposableTable(file.slice(0, -1).buffer)).toThrow("damaged");
    expect(() => createDisposableTable(new ArrayBuffer(1_000))).toThrow("damaged");
  });
});
