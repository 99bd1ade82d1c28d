import { createHash } from "node:crypto";

const random = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

/** A new secret of 256 bits, for a URL or a signature. */
export const newSecret = random;

/** What is stored of a URL's token, and looked up. */
export const tokenHash = (token: string): string =>
  createHash("sha256").update(token).digest("hex");
