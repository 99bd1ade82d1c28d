import { createHash, randomBytes } from "node:crypto";

/** A token for a mail: 256 random bits. */
export const newResetToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of it, and looked up. */
export const resetHash = (token: string): string =>
  createHash("sha256").update(`password-reset:${token}`).digest("hex");
