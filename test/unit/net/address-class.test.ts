import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "#platform/rules/net/address-class.ts";

/** The special-purpose registries of IANA, written down a second time. */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "168.63.129.16/32",
].map((cidr): [number, number] => {
  const [base = "", bits = ""] = cidr.split("/");
  const size = 2 ** (32 - Number(bits));
  return [toNumber(base), toNumber(base) + size - 1];
});

function toNumber(v4: string): number {
  return v4.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}
const toV4 = (n: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join(".");
const isSpecial = (n: number): boolean => SPECIAL_V4.some(([from, to]) => n >= from && n <= to);

describe("public addresses", () => {
  it("are judged right on both sides of each range's edges", () => {
    for (const [from, to] of SPECIAL_V4) {
      for (const n of [from - 1, from, to, to + 1]) {
        if (n < 0 || n > 0xff_ff_ff_ff) continue;
        expect([toV4(n), isPublicAddress(toV4(n))]).toEqual([toV4(n), !isSpecial(n)]);
      }
    }
  });

  it("agree with the registry for any IPv4 address, in its mapped and NAT64 forms too", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff_ff }), (n) => {
        const hex = `${(n >>> 16).toString(16)}:${(n & 0xff_ff).toString(16)}`;
        for (const form of [toV4(n), `::ffff:${toV4(n)}`, `::ffff:${hex}`, `64:ff9b::${hex}`]) {
          expect([form, isPublicAddress(form)]).toEqual([form, !isSpecial(n)]);
        }
        expect(isPublicAddress(`::${hex}`)).toBe(false);
        expect(isPublicAddress(`2002:${hex}::1`)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are nothing outside 2000::/3", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const groups = Array.from({ length: 8 }, (_, i) =>
          ((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)).toString(16),
        );
        const text = groups.join(":");
        expect(isPublicAddress(text) && (bytes[0] ?? 0) >> 5 !== 1).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(isPublicAddress("2606:4700::1")).toBe(true);
  });

  it("are never what is no address", () => {
    for (const text of ["", "localhost", "1.2.3.4.5", "::g", "999.1.1.1", "[::1]"]) {
      expect([text, isPublicAddress(text)]).toEqual([text, false]);
    }
  });
});
