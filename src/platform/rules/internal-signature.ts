import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { type UnixMs } from "./ids.ts";

/** A signed internal request is good for this long either side. */
export const INTERNAL_SIGNATURE_WINDOW_MS = 60_000;

export const INTERNAL_HEADERS = {
  timestamp: "x-outrider-timestamp",
  nonce: "x-outrider-nonce",
  signature: "x-outrider-signature",
} as const;

export type SignedParts = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: string;
};

/** HMAC-SHA256, hex, over method, path, time, nonce and the body's hash, one per line. */
export function signInternal(secret: string, parts: SignedParts): string {
  const bodyHash = createHash("sha256").update(parts.body).digest("hex");
  const text = [parts.method, parts.path, parts.timestamp, parts.nonce, bodyHash].join("\n");
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** Whether the signature fits and its time lies within the window. The caller refuses a nonce seen before. */
export function verifyInternal(
  secret: string,
  parts: SignedParts,
  signature: string,
  now: UnixMs,
): boolean {
  const at = Number(parts.timestamp);
  if (!Number.isFinite(at) || Math.abs(now - at) > INTERNAL_SIGNATURE_WINDOW_MS) return false;
  const expected = Buffer.from(signInternal(secret, parts), "hex");
  const given = Buffer.from(signature, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The headers of a signed request. `nonce` must be fresh and unguessable. */
export function internalHeaders(secret: string, parts: SignedParts): Record<string, string> {
  return {
    "content-type": "application/json",
    [INTERNAL_HEADERS.timestamp]: parts.timestamp,
    [INTERNAL_HEADERS.nonce]: parts.nonce,
    [INTERNAL_HEADERS.signature]: signInternal(secret, parts),
  };
}

/** Remembers nonces for as long as their signature could be good again. */
export type NonceMemory = {
  /** False when the nonce was admitted before. Call it after the signature was verified. */
  admit(nonce: string, now: UnixMs): boolean;
};

/** Two generations of nonces, swapped every two windows: bounded without a timer. */
export function createNonceMemory(): NonceMemory {
  const span = 2 * INTERNAL_SIGNATURE_WINDOW_MS;
  let young = new Set<string>();
  let old = new Set<string>();
  let swapAt = 0;
  return {
    admit(nonce, now) {
      if (now >= swapAt) {
        old = now >= swapAt + span ? new Set() : young;
        young = new Set();
        swapAt = now + span;
      }
      if (young.has(nonce) || old.has(nonce)) return false;
      young.add(nonce);
      return true;
    },
  };
}
