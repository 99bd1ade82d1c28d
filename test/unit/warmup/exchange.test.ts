import { describe, expect, it } from "vitest";
import { secretOf, agreementPair } from "#modules/warmup/exchange/keys.ts";
import { keysFingerprint } from "#modules/warmup/rules/exchange/identity.ts";
import {
  exchangeHeader,
  exchangeIdOf,
  type ExchangeMail,
  type ExchangeSeed,
  exchangeText,
  isSignedBy,
  readExchangeHeader,
  wrongWith,
} from "#modules/warmup/rules/exchange/mail.ts";
import { exchangeShare } from "#modules/warmup/rules/exchange/limits.ts";
import { judgeSources } from "#modules/warmup/rules/placement.ts";

const SEED: ExchangeSeed = { kind: "starter", language: "en", seed: "a".repeat(24) };
const [FROM, TO] = ["dan.lee@two.test", "ann@one.test"];

const mail = (change: Partial<ExchangeMail> = {}): ExchangeMail => ({
  from: FROM,
  ...exchangeText(SEED, FROM, TO),
  html: "",
  cc: 0,
  attachments: 0,
  headers: { "authentication-results": "mx.one.test; spf=pass; dkim=pass header.d=two.test" },
  ...change,
});

describe("a mail of an exchange", () => {
  it("is what its seed makes, in both directions, whatever servers wrap", () => {
    expect(wrongWith(mail(), SEED, TO, ["two.test"])).toBeNull();
    const wrapped = mail().text.replaceAll(" ", "\r\n ");
    expect(wrongWith(mail({ text: wrapped }), SEED, TO, ["two.test"])).toBeNull();
    const answer: ExchangeSeed = { ...SEED, kind: "answer", language: "de" };
    const answered = mail(exchangeText(answer, FROM, TO));
    expect(wrongWith(answered, answer, TO, ["two.test"])).toBeNull();
    expect(answered.subject).toMatch(/^Re: /);
  });

  it("is anything else with a right code, and then says what is wrong", () => {
    const wrong = (change: Partial<ExchangeMail>, agreed = ["two.test"]) =>
      wrongWith(mail(change), SEED, TO, agreed);
    expect(wrong({ text: "Buy now, answer to this number." })).toContain("another text");
    expect(wrong({ text: `${mail().text}\nhttps://evil.test` })).toContain("another text");
    expect(wrong({ subject: "Invoice" })).toContain("another text");
    expect(wrong({}, ["other.test"])).toContain("not agreed");
    expect(wrong({ headers: {} })).toContain("DKIM");
    for (const change of [
      { html: "<p>Hi</p>" },
      { attachments: 1 },
      { cc: 1 },
      { headers: { ...mail().headers, "reply-to": "x@evil.test" } },
    ])
      expect(wrong(change)).toContain("plain text");
  });

  it("has a code for one mail, one mailbox and one seed", () => {
    const at = { messageId: "m1@two.test", to: TO };
    const value = exchangeHeader("secret", at, SEED);
    const header = readExchangeHeader(value);
    if (!header) throw new Error("no header");
    expect(header).toMatchObject(SEED);
    expect(exchangeIdOf("secret", header, TO, ["x@y", at.messageId])).toBe(at.messageId);
    expect(exchangeIdOf("secret", header, TO, ["x@y"])).toBeNull();
    expect(exchangeIdOf("secret", header, "bea@one.test", [at.messageId])).toBeNull();
    expect(exchangeIdOf("other", header, TO, [at.messageId])).toBeNull();
    const moved = { ...header, seed: "b".repeat(24) };
    expect(exchangeIdOf("secret", moved, TO, [at.messageId])).toBeNull();
    for (const broken of ["", "jOc1fmG9uHx_08", `${value}x`, value.replace(".sen.", ".xen.")])
      expect(readExchangeHeader(broken)).toBeNull();
  });

  it.each([
    ["mx.a; dkim=pass header.d=two.test", true],
    ["mx.google.com; dkim=pass header.i=@two.test header.s=k; spf=pass", true],
    ["mx.a; dkim=pass header.d=test", false],
    ["mx.a; dkim=fail header.d=two.test; dkim=pass header.d=other.test", false],
    ["mx.a; spf=pass smtp.mailfrom=two.test", false],
    ["mx.a; dkim=pass header.d=evil-two.test", false],
    ["", false],
  ])("is signed by its domain: %s", (results, isSigned) => {
    expect(isSignedBy(results, "two.test")).toBe(isSigned);
  });
});

describe("the agreement", () => {
  it("is the same at both, another with a go-between, and refuses keys that anybody knows", async () => {
    const [a, b] = [await agreementPair(), await agreementPair()];
    const ab = { inviting: "A", invited: "B", id: "i" };
    const secret = await secretOf(a.own, b.shared, ab);
    expect(await secretOf(b.own, a.shared, ab)).toBe(secret);
    const am = await secretOf(a.own, b.shared, { inviting: "A", invited: "M", id: "i" });
    const mb = await secretOf(b.own, a.shared, { inviting: "M", invited: "B", id: "i" });
    expect(new Set([secret, am, mb]).size).toBe(3);
    const low = Buffer.alloc(32).toString("base64url");
    await expect(secretOf(a.own, low, ab)).rejects.toThrow("cannot be used");
  });

  it("has a fingerprint of 80 bits over both keys and the id", () => {
    const one = keysFingerprint("AAAA", "BBBB", "id");
    expect(one).toMatch(/^(?:[0-9A-F]{4} ){4}[0-9A-F]{4}$/);
    expect(keysFingerprint("AAAA", "BBBC", "id")).not.toBe(one);
    expect(keysFingerprint("AAAA", "BBBB", "ie")).not.toBe(one);
  });
});

describe("what partners report", () => {
  const good = { inbox: 25, spam: 0 };
  const lie = { inbox: 0, spam: 25 };
  const own = { inbox: 39, spam: 1 };
  it.each([
    ["one liar alone", own, [lie], "warming"],
    ["one liar of three", own, [good, good, lie], "warming"],
    ["two liars of four", own, [good, good, lie, lie], "warming"],
    [
      "all see a third as spam",
      { inbox: 28, spam: 12 },
      [
        { inbox: 17, spam: 8 },
        { inbox: 17, spam: 8 },
      ],
      "throttled",
    ],
    ["one of three hides it", { inbox: 28, spam: 12 }, [{ inbox: 17, spam: 8 }, good], "throttled"],
    ["everybody lies: slower, never stopped", own, [lie, lie, lie, lie], "throttled"],
    ["own evidence stops it", { inbox: 20, spam: 20 }, [good, good, good], "quarantined"],
    [
      "too few reports",
      own,
      [
        { inbox: 0, spam: 7 },
        { inbox: 0, spam: 7 },
      ],
      "warming",
    ],
  ] as const)("%s", (_what, ours, theirs, state) => {
    expect(judgeSources("warming", ours, theirs, "warming")).toBe(state);
  });

  it("a third of a mailbox's day, and five at most, go to partners", () => {
    expect([2, 3, 12, 15, 40].map(exchangeShare)).toEqual([0, 1, 4, 5, 5]);
  });
});
