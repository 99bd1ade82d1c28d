import { createHash, createHmac } from "node:crypto";
import { hmacHex, type HmacKey, hmacKey } from "#platform/rules/hmac.ts";

/**
 * How people give an address or a domain without disclosing it: SHA-256 of the lower-case value,
 * hex.
 */
export const plainHash = (addressOrDomain: string): string =>
  createHash("sha256").update(addressOrDomain.trim().toLowerCase()).digest("hex");

/** The key of an install for the hashes of its suppressions, made of its lasting secret. */
export type SuppressionKey = {
  readonly hmac: HmacKey;
  /** Names the key without telling it: eight hex digits. */
  readonly id: string;
};

export const suppressionKey = (secret: string): SuppressionKey =>
  suppressionKeyOf(suppressionKeyBytes(secret));

/** The key itself, for an installation that takes over entries of which nobody has the address. */
export const suppressionKeyBytes = (secret: string): Buffer =>
  createHmac("sha256", secret).update("suppression hashes").digest();

export function suppressionKeyOf(bytes: Buffer): SuppressionKey {
  const hmac = hmacKey(bytes);
  return { hmac, id: hmacHex(hmac, "id").slice(0, 8) };
}

/**
 * What is stored: HMAC of the plain hash. Addresses are easy to guess and so are their hashes;
 * under a key nobody can try them who has the database alone.
 */
export const keyedHash = (key: SuppressionKey, plain: string): string => hmacHex(key.hmac, plain);

/** What follows the last `@`, lower case; "" without one. */
export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();
