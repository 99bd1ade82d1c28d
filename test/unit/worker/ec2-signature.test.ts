import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { unwrapEC2Signature } from "#worker/ec2-signature.ts";

const CURVES = [
  { curve: 1, name: "P-256", length: 32, times: 400 },
  { curve: 2, name: "P-384", length: 48, times: 60 },
  { curve: 3, name: "P-521", length: 66, times: 40 },
];
const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values);

describe("a passkey's signature, unwrapped", () => {
  it.each(CURVES)("is what WebCrypto verifies: $name", async ({ curve, name, length, times }) => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: name });
    const key = await crypto.subtle.importKey(
      "spki",
      new Uint8Array(publicKey.export({ format: "der", type: "spki" })),
      { name: "ECDSA", namedCurve: name },
      false,
      ["verify"],
    );
    // Enough for numbers that begin with a bit, and with octets of zeros.
    for (let i = 0; i < times; i++) {
      const data = Buffer.from(String(i));
      const der = new Uint8Array(createSign("SHA256").update(data).sign(privateKey));
      const raw = unwrapEC2Signature(der, curve);
      expect(raw.length).toBe(2 * length);
      const holds = await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, raw, data);
      expect(holds).toBe(true);
    }
  });

  it("pads short numbers, and takes off the octet that keeps one positive", () => {
    const raw = unwrapEC2Signature(bytes(0x30, 7, 2, 1, 5, 2, 2, 0, 0x80), 1);
    expect([...raw.subarray(30, 32), ...raw.subarray(62)]).toEqual([0, 5, 0, 0x80]);
  });

  it.each([
    ["nothing", bytes()],
    ["no sequence", bytes(0x31, 6, 2, 1, 5, 2, 1, 5)],
    ["no integer", bytes(0x30, 6, 4, 1, 5, 2, 1, 5)],
    ["one number", bytes(0x30, 3, 2, 1, 5)],
    ["a third number", bytes(0x30, 9, 2, 1, 5, 2, 1, 5, 2, 1, 5)],
    ["something behind it", bytes(0x30, 6, 2, 1, 5, 2, 1, 5, 0)],
    ["a length beyond the end", bytes(0x30, 6, 2, 1, 5, 2, 9, 5)],
    ["a negative number", bytes(0x30, 6, 2, 1, 0x85, 2, 1, 5)],
    ["a zero too many", bytes(0x30, 7, 2, 2, 0, 5, 2, 1, 5)],
    ["an empty number", bytes(0x30, 5, 2, 0, 2, 1, 5)],
    ["a length of its own form", bytes(0x30, 0x81, 6, 2, 1, 5, 2, 1, 5)],
    ["a number longer than the curve's", bytes(0x30, 38, 2, 33, ...Array(33).fill(1), 2, 1, 5)],
  ])("throws for %s", (_, der) => {
    expect(() => unwrapEC2Signature(der, 1)).toThrow("malformed");
  });

  it("throws for a curve that no passkey has", () => {
    expect(() => unwrapEC2Signature(bytes(0x30, 6, 2, 1, 5, 2, 1, 5), 8)).toThrow("curve");
  });
});
