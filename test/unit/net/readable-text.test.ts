import { describe, expect, it } from "vitest";
import { readableText } from "#platform/rules/outside-text.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("bytes of an unknown sender", () => {
  it("lose control characters and marks of direction, and keep tabs, lines and letters", () => {
    expect(readableText(bytes("a\u0000b\u001b[31mc\r\n\td\u202ee é 日本"))).toBe(
      "ab[31mc\n\tde é 日本",
    );
  });

  it("keep no half character at the cut, and show what is no UTF-8", () => {
    expect(readableText(bytes("ab日").subarray(0, 4))).toBe("ab");
    expect(readableText(Uint8Array.of(0x61, 0xff, 0x62))).toBe("a\ufffdb");
  });
});
