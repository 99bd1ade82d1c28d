import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import {
  honeypotPart,
  isHoneypotPart,
  linkPart,
  linkTarget,
  readLinkPart,
} from "#modules/links/rules/link.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { HOSTILE_TARGETS } from "./hostile-targets.ts";

const SECRET = "a-secret-of-forty-characters-for-testing";
const TOKEN = hitToken(SECRET, 3 as WorkspaceId, 4 as SendId);

/** What only the holder of the secret could make: a right code over any target. */
function forged(target: string): string {
  const key = createHmac("sha256", SECRET).update("outrider tracking link").digest();
  const encoded = Buffer.from(target).toString("base64url");
  const code = createHmac("sha256", key).update(`${TOKEN} ${encoded}`).digest("base64url");
  return code.slice(0, 14) + encoded;
}

describe("link parts", () => {
  it("read back to the target with its query and fragment", () => {
    for (const url of [
      "https://example.com",
      "http://example.com/a/b?x=1&y=%20#part",
      "https://example.com:8443/?q=a+b&next=https://other.example/@me#~!$'()*,;",
    ]) {
      expect(readLinkPart([SECRET], TOKEN, linkPart(SECRET, TOKEN, url))).toBe(url);
    }
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const target = linkTarget(url);
        fc.pre(target !== null);
        expect(readLinkPart([SECRET], TOKEN, linkPart(SECRET, TOKEN, url))).toBe(target);
        expect(new URL(target ?? "").href).toBe(new URL(url).href);
      }),
    );
  });

  it("become plain ASCII for a Location header", () => {
    expect(linkTarget(" https://exämple.com/straße?ü=1#ö ")).toBe(
      "https://xn--exmple-cua.com/stra%C3%9Fe?%C3%BC=1#%C3%B6",
    );
    expect(linkTarget("https://example.com/a b")).toBe("https://example.com/a%20b");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const target = linkTarget(`https://example.com/${text}`);
        expect(target ?? "none").toMatch(/^[!-~]+$/);
      }),
    );
  });

  it("belong to one token: a link of another message is refused, as is any flipped bit", () => {
    const part = linkPart(SECRET, TOKEN, "https://example.com/");
    const other = hitToken(SECRET, 3 as WorkspaceId, 5 as SendId);
    expect(readLinkPart([SECRET], other, part)).toBeNull();
    const bytes = Buffer.from(part);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const wrong = Buffer.from(bytes);
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readLinkPart([SECRET], TOKEN, wrong.toString("latin1"))).toBeNull();
    }
    for (const wrong of [
      "",
      part.slice(0, 14),
      part.slice(1),
      `${part}/`,
      `${part}=`,
      `/${part}`,
    ]) {
      expect(readLinkPart([SECRET], TOKEN, wrong)).toBeNull();
    }
  });

  it("lead nowhere for any hostile form, raw, encoded, or even with a right code", () => {
    expect(HOSTILE_TARGETS.length).toBeGreaterThanOrEqual(40);
    for (const target of HOSTILE_TARGETS) {
      expect(readLinkPart([SECRET], TOKEN, target), target).toBeNull();
      const encoded = Buffer.from(target).toString("base64url");
      expect(readLinkPart([SECRET], TOKEN, `${"A".repeat(14)}${encoded}`), target).toBeNull();
      expect(readLinkPart([SECRET], TOKEN, forged(target)), target).toBeNull();
    }
    expect(readLinkPart([SECRET], TOKEN, forged("https://example.com/"))).toBe(
      "https://example.com/",
    );
  });

  it("are made for web addresses alone", () => {
    for (const url of [
      "mailto:ann@example.com",
      "tel:+431234",
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://example.com/",
      "//example.com/",
      "/relative",
      "#anchor",
      "",
      "https://",
      "https://user:pass@example.com/",
      "https://good.example@evil.example/",
      `https://example.com/${"x".repeat(5_000)}`,
    ]) {
      expect(linkTarget(url), url).toBeNull();
      expect(() => linkPart(SECRET, TOKEN, url)).toThrow(TypeError);
    }
  });

  it("of the hidden link are known by their own code", () => {
    const part = honeypotPart(SECRET, TOKEN);
    expect(isHoneypotPart([SECRET], TOKEN, part)).toBe(true);
    expect(readLinkPart([SECRET], TOKEN, part)).toBeNull();
    const other = hitToken(SECRET, 3 as WorkspaceId, 5 as SendId);
    expect(isHoneypotPart([SECRET], other, part)).toBe(false);
    expect(
      isHoneypotPart([SECRET], TOKEN, linkPart(SECRET, TOKEN, "https://e.com").slice(0, 14)),
    ).toBe(false);
  });
});
