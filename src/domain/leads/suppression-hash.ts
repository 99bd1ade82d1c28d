import { createHash } from "node:crypto";

/** The key of a suppression: it outlives the address when a person is erased. SHA-256, hex. */
export const suppressionHash = (addressOrDomain: string): string =>
  createHash("sha256").update(addressOrDomain.trim().toLowerCase()).digest("hex");

/** What follows the last `@`, lower case; "" without one. */
export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();
