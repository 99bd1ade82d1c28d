import { describe, expect, it } from "vitest";
import { deviceOf, networkAround } from "#modules/accounts/rules/device.ts";
import { newRecoveryCodes, recoveryCodeHash } from "#modules/accounts/rules/recovery-code.ts";
import { base32, otpauthUrl, stepOfCode, totpCode } from "#modules/accounts/rules/totp.ts";
import { asId, unixMs, type UserId } from "#platform/rules/ids.ts";

const SECRET = Buffer.from("12345678901234567890");

describe("codes of an authenticator app", () => {
  // RFC 6238, appendix B, SHA-1; the last six of its eight digits.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of RFC 6238 at %i s", (seconds, code) => {
    expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
    expect(stepOfCode(SECRET, code, unixMs(seconds * 1_000), 0)).toBe(Math.floor(seconds / 30));
  });

  it("are taken one step early or late, and never at or before the last one used", () => {
    const now = unixMs(1_000 * 30_000);
    const taken = (step: number, last: number) =>
      stepOfCode(SECRET, totpCode(SECRET, step), now, last);
    expect([998, 999, 1_000, 1_001, 1_002].map((step) => taken(step, 0))).toEqual([
      null,
      999,
      1_000,
      1_001,
      null,
    ]);
    expect([999, 1_000, 1_001].map((step) => taken(step, 1_000))).toEqual([null, null, 1_001]);
    expect(stepOfCode(SECRET, "28 70 82", unixMs(59_000), 0)).toBe(1);
    for (const text of ["", "1", "28708", "2870820", "２８７０８２"]) {
      expect(stepOfCode(SECRET, text, unixMs(59_000), 0)).toBeNull();
    }
  });

  it("have a secret in base32 (RFC 4648) and an address that apps read", () => {
    const words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
    expect(words.map((word) => base32(Buffer.from(word)))).toEqual([
      "",
      "MY",
      "MZXQ",
      "MZXW6",
      "MZXW6YQ",
      "MZXW6YTB",
      "MZXW6YTBOI",
    ]);
    const url = otpauthUrl(SECRET, "Ann & Bob: Mail", "ann+x@example.com");
    expect(url).toMatch(/^otpauth:\/\/totp\/Ann%20%26%20Bob%20%20Mail:ann%2Bx%40example\.com\?/);
    expect(new URL(url).searchParams.get("secret")).toBe(base32(SECRET));
    expect(new URL(url).searchParams.get("issuer")).toBe("Ann & Bob: Mail");
  });
});

describe("recovery codes", () => {
  it("are ten of 120 bits, and one of another person is none", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    expect(
      codes.every((code) => /^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/.test(code)),
    ).toBe(true);
    const [one, other] = [asId<UserId>(1), asId<UserId>(2)];
    const [code = ""] = codes;
    expect(recoveryCodeHash(one, code)).not.toBe(recoveryCodeHash(other, code));
    expect(recoveryCodeHash(one, "o1 l0-i")).toBe(recoveryCodeHash(one, "01101"));
  });
});

describe("devices and networks of sessions", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
      "Firefox on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari on macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/145.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0 Safari/537.36 Edg/145.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    ["curl/8.5.0", "curl"],
    ["", ""],
  ])("are named by %s", (agent, device) => {
    expect(deviceOf(agent)).toBe(device);
  });

  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:1:2::3", "2001:db8:1::/48"],
    ["::1", "0:0:0::/48"],
    ["command line", ""],
    ["", ""],
  ])("keep no more of %s than its network", (address, network) => {
    expect(networkAround(address)).toBe(network);
  });
});
