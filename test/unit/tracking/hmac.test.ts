import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hmacCode, hmacHex, hmacKey } from "#platform/rules/hmac.ts";

const CODE_LENGTH = 42;
const reference = (key: Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, CODE_LENGTH);

it("codes are those of node:crypto, whatever key and text", () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
  const text = bytes(300).map((each) => Buffer.from(each).toString());
  fc.assert(
    fc.property(bytes(64), text, (key, chars) => {
      expect(hmacCode(hmacKey(key), chars, CODE_LENGTH)).toBe(reference(key, chars));
      const hex = createHmac("sha256", key).update(chars).digest("hex");
      expect(hmacHex(hmacKey(key), chars)).toBe(hex);
    }),
    // A lone surrogate is no character of UTF-8.
    { examples: [[new Uint8Array(32), "a\ud800b"]] },
  );
});

it("codes are those of node:crypto at every length about the ends of blocks", () => {
  const bytes = Buffer.from("a key of thirty-two characters..");
  const key = hmacKey(bytes);
  for (let length = 0; length <= 260; length++) {
    for (const text of ["a".repeat(length), "é".repeat(length)]) {
      expect(hmacCode(key, text, CODE_LENGTH)).toBe(reference(bytes, text));
    }
  }
});

it("keys above a block are refused", () => {
  expect(() => hmacKey(new Uint8Array(65))).toThrow(RangeError);
});
