import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSyntax } from "#modules/leads/rules/validation/syntax/check-syntax.ts";

const read = (address: string): string => {
  const { facts } = checkSyntax(address);
  return `${facts.ok ? "ok" : "no"} ${facts.form} ${facts.reason ?? "-"} ${facts.normalized ?? "-"}`;
};

describe("checkSyntax", () => {
  it.each([
    ["anna.novak@acme.com", "ok mailbox - anna.novak@acme.com"],
    ["Anna.Novak@ACME.Com", "ok mailbox - Anna.Novak@acme.com"],
    ["peter@müller.de", "ok mailbox - peter@xn--mller-kva.de"],
    ["peter@MÜLLER。de", "ok mailbox - peter@xn--mller-kva.de"],
    ["jürgen@acme.de", "ok eai needs_smtputf8 jürgen@acme.de"],
    ["ju\u0308rgen@acme.de", "ok eai needs_smtputf8 jürgen@acme.de"],
    ['"john doe"@acme.com', 'ok quoted quoted "john doe"@acme.com'],
    ['"john.doe"@acme.com', "ok quoted quoted john.doe@acme.com"],
    ['"jo\\hn\\"x"@acme.com', 'ok quoted quoted "john\\"x"@acme.com'],
    ["p@[192.0.2.1]", "ok literal literal p@[192.0.2.1]"],
    ["p@[IPv6:2001:DB8::1]", "ok literal literal p@[IPv6:2001:DB8::1]"],
    ["anna(work)@acme.com (Anna)", "ok obsolete obsolete anna@acme.com"],
    ["anna@acme.com (Anna (of (Acme)))", "ok commented comment anna@acme.com"],
    ["anna (work) @acme.com", "ok obsolete obsolete anna@acme.com"],
    ["anna . novak @ acme . com", "no obsolete white_space -"],
    ["joe @acme.com", "no obsolete white_space -"],
    ["joe@ acme.com", "no obsolete white_space -"],
    ["* .starts-with-dot@acme.com", "no obsolete white_space -"],
    ['anna."b c".d@acme.com', "no obsolete partly_quoted -"],
    ['"anna".b@acme.com', "no obsolete partly_quoted -"],
    ["root@localhost", "ok mailbox dotless root@localhost"],
    ["anna@shop.test", "ok mailbox - anna@shop.test"],
    ["john..doe@acme.com", "no error consecutive_dots -"],
    [".john@acme.com", "no error dot_start -"],
    ["john.@acme.com", "no error dot_end -"],
    ["john@acme.com.", "no error dot_end -"],
    ["john@@acme.com", "no error bad_character -"],
    ["john", "no error no_at -"],
    ["", "no error no_at -"],
    ["@acme.com", "no error no_local -"],
    ["john@", "no error no_domain -"],
    ["john doe@acme.com", "no error text_after_gap -"],
    ["john@-acme.com", "no error hyphen_start -"],
    ["john@acme-.com", "no error hyphen_end -"],
    ["john@acme_sales.com", "no bad-5322 host_character -"],
    ["john@acme.123", "no mailbox numeric_tld -"],
    ["john@192.0.2.1", "no mailbox numeric_tld -"],
    ["john@１９２.0.2.1", "no mailbox numeric_tld -"],
    ["john@[192.0.2.999]", "no bad-5322 bad_literal -"],
    ["john@mü%41ller.de", "no bad-5322 host_character -"],
    ["john@ü.xn--a", "no bad-5322 bad_idn -"],
    ["john@-ü.de", "no error hyphen_start -"],
    ["\ud800@acme.com", "no error malformed_unicode -"],
    ['"a\\\nb"@acme.com', "no bad-5322 control_character -"],
    ["a\u0085b@acme.com", "no bad-5322 control_character -"],
    ["user＠acme.com", "no error no_at -"],
  ])("%s is %s", (address, expected) => {
    expect(read(address)).toBe(expected);
  });

  it.each([
    ["  anna@acme.com\t", "anna@acme.com"],
    ["Anna Novak <anna@acme.com>", "anna@acme.com"],
    ['"Novak, Anna <sales>" < anna@acme.com >', "anna@acme.com"],
    ["<anna@acme.com>\r\n", "anna@acme.com"],
  ])("takes the address out of %j, and says so", (cell, address) => {
    const { facts, domain, local } = checkSyntax(cell);
    expect(facts).toEqual({
      ok: true,
      form: "mailbox",
      normalized: address,
      reason: null,
      unwrapped: true,
    });
    expect([local, domain]).toEqual(["anna", "acme.com"]);
    expect(checkSyntax(address).facts.unwrapped).toBe(false);
  });

  it("counts octets as they are sent: 64 before the @, 63 a label, 254 in all", () => {
    const local = (n: number): string => read(`${"a".repeat(n)}@acme.com`).slice(0, 2);
    expect([local(64), local(65)]).toEqual(["ok", "no"]);
    expect(read(`${"ü".repeat(32)}@acme.com`)).toMatch(/^ok eai/);
    expect(read(`${"ü".repeat(33)}@acme.com`)).toBe("no bad-5322 local_too_long -");
    expect(read(`a@${"b".repeat(63)}.com`)).toMatch(/^ok/);
    expect(read(`a@${"b".repeat(64)}.com`)).toBe("no bad-5322 label_too_long -");
    expect(read(`a@${"ü".repeat(60)}.com`)).toBe("no bad-5322 label_too_long -");
    const long = `${"b".repeat(61)}.`.repeat(4);
    expect(read(`aaa@${long}cc`)).toMatch(/^ok/);
    expect(read(`aaaa@${long}ccc`)).toBe("no bad-5322 address_too_long -");
    expect(read(`(${"comment ".repeat(40)})a@acme.com`)).toBe("ok commented comment a@acme.com");
  });

  it("asks DNS nothing about literals and names without a dot", () => {
    const domains = ["a@[192.0.2.1]", "a@localhost", "a@b", "a..b@acme.com"].map(
      (address) => checkSyntax(address).domain,
    );
    expect(domains).toEqual([null, null, null, null]);
  });

  it("never fails, and what it normalized stays as it is", () => {
    const odd = fc.string({
      unit: fc.constantFrom(...Array.from('ab.@"\\()<>[] \t\r\n-_:ü\u0000\u007f\ud800😀IPv61')),
      maxLength: 40,
    });
    const likely = fc.tuple(odd, odd).map(([local, host]) => `${local}@${host}.com`);
    fc.assert(
      fc.property(fc.oneof(odd, likely, fc.string({ unit: "binary" })), (address) => {
        const { facts, local, host } = checkSyntax(address);
        if (!facts.ok) {
          expect(facts.normalized).toBeNull();
          expect(facts.reason).not.toBeNull();
          return;
        }
        expect(facts.normalized).toBe(`${local}@${host}`);
        expect(facts.normalized).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        const again = checkSyntax(facts.normalized ?? "");
        expect(again.facts.normalized).toBe(facts.normalized);
        expect(again.facts.unwrapped).toBe(false);
        expect(["mailbox", "quoted", "literal", "eai"]).toContain(again.facts.form);
      }),
      { numRuns: 1_000 },
    );
  });
});
