import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import {
  hitToken,
  readHitToken,
  readUnsubscribeToken,
  unsubscribeToken,
} from "#modules/links/rules/token.ts";

const SECRET = "a-secret-of-forty-characters-for-testing";
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const token = (workspaceId: number, sendId: number): string =>
  hitToken(SECRET, workspaceId as WorkspaceId, sendId as SendId);

describe("hit tokens", () => {
  it("of a former secret are read as long as it is listed, wherever it stands", () => {
    const secrets = Array.from({ length: 11 }, (_, i) => `${i}-${SECRET}`);
    const all = secrets.flatMap((secret) => [
      readHitToken(secrets, hitToken(secret, 3 as WorkspaceId, 4 as SendId)),
      readUnsubscribeToken(secrets, unsubscribeToken(secret, 3 as WorkspaceId, 4 as SendId)),
    ]);
    expect(all).toEqual(all.map(() => ({ workspaceId: 3, sendId: 4 })));
    expect(readHitToken(secrets, token(3, 4))).toBeNull();
  });

  it("read back to the workspace and send that they were made of", () => {
    fc.assert(
      fc.property(id, id, (workspaceId, sendId) => {
        expect(readHitToken([SECRET], token(workspaceId, sendId))).toEqual({ workspaceId, sendId });
        const other = unsubscribeToken(SECRET, workspaceId as WorkspaceId, sendId as SendId);
        expect(readUnsubscribeToken([SECRET], other)).toEqual({ workspaceId, sendId });
      }),
    );
  });

  it("are short, of characters that need no escaping, and constant", () => {
    expect(token(1, 1)).toMatch(/^[\w-]{18}$/);
    expect(token(40_000, 900_000_000)).toMatch(/^[\w-]{26}$/);
    expect(token(7, 8)).toBe(token(7, 8));
  });

  it("are refused after any flipped bit, any other length and any other spelling", () => {
    fc.assert(
      fc.property(id, id, (workspaceId, sendId) => {
        const right = Buffer.from(token(workspaceId, sendId));
        for (let bit = 0; bit < right.length * 8; bit++) {
          const wrong = Buffer.from(right);
          wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect(readHitToken([SECRET], wrong.toString("latin1"))).toBeNull();
        }
        const text = right.toString();
        for (const wrong of [
          text.slice(1),
          text.slice(0, -1),
          `${text}A`,
          `A${text}`,
          `${text}=`,
        ]) {
          expect(readHitToken([SECRET], wrong)).toBeNull();
        }
      }),
      { numRuns: 50 },
    );
  });

  it("are refused under another secret and for another purpose", () => {
    expect(readHitToken([`${SECRET}x`], token(1, 2))).toBeNull();
    expect(readUnsubscribeToken([SECRET], token(1, 2))).toBeNull();
    const leave = unsubscribeToken(SECRET, 1 as WorkspaceId, 2 as SendId);
    expect(readHitToken([SECRET], leave)).toBeNull();
  });

  it("are never guessed by 100,000 random tries, and never throw", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    let accepted = 0;
    for (let i = 0; i < 100_000; i++) {
      const length = 15 + (random() % 24);
      let text = "";
      for (let j = 0; j < length; j++) text += alphabet[random() % 64];
      if (readHitToken([SECRET], text) !== null) accepted++;
    }
    expect(accepted).toBe(0);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readHitToken([SECRET], text)).toBeNull();
      }),
    );
    expect(readHitToken([SECRET], "x".repeat(1_000_000))).toBeNull();
  });
});
