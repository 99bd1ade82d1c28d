import type { OutsideText } from "#platform/rules/outside-text.ts";
import { normalizeEmail } from "./email.ts";
import { plainHash } from "./suppression-hash.ts";

/** An address or a domain to suppress, or the hash of an address that is not disclosed. */
export type SuppressionEntry = {
  readonly kind: "address" | "domain";
  /** Null where only the hash is known. */
  readonly value: string | null;
  /** SHA-256 of the value, or as our lists show one under a key. */
  readonly hash: string;
};

const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;
const HASH = /^(?:[\da-f]{8}:)?[\da-f]{64}$/;

/** A domain in its stored form, also written as `@example.com`; null for anything else. */
export function readDomain(text: OutsideText): string | null {
  const domain = text.trim().toLowerCase().replace(/^@/, "");
  return DOMAIN.test(domain) ? domain : null;
}

/** SHA-256 in hex, or a hash under an install's key as our lists show it (`<key>:<hash>`), lower case; null for anything else. */
export function readHash(text: OutsideText): string | null {
  const hash = text.trim().toLowerCase();
  return HASH.test(hash) ? hash : null;
}

/** Reads an address, a domain or the SHA-256 of an address; null for anything else. */
export function readSuppression(text: OutsideText): SuppressionEntry | null {
  const hash = readHash(text);
  if (hash !== null) return { kind: "address", value: null, hash };
  const domain = readDomain(text);
  const value = domain ?? normalizeEmail(text);
  if (value === null) return null;
  return { kind: domain === null ? "address" : "domain", value, hash: plainHash(value) };
}
