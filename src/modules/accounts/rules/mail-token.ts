import { createHash, createHmac, randomBytes } from "node:crypto";
import type { OutsideText } from "#platform/rules/outside-text.ts";

import { MINUTE_MS } from "#platform/rules/time.ts";

/** A wake-up that was lost is sent again after this time. */
export const MAIL_AGAIN_MS = 10 * MINUTE_MS;

/** What a token of a mail is for: one never works as another. */
export type MailTokenPurpose = "invitation" | "email-confirm" | "email-undo" | "approval";

/** What a row stores, and what its tokens are worked out from. */
export const newSeed = (): string => randomBytes(32).toString("base64url");

/** The token of a row: 256 bits that nobody knows who has only the row. The same however often a job repeats. */
export const mailToken = (secret: string, purpose: MailTokenPurpose, seed: string): string =>
  createHmac("sha256", secret).update(`mail-token:${purpose}:${seed}`).digest("base64url");

/** What is stored of it, and looked up. */
export const mailTokenHash = (purpose: MailTokenPurpose, token: OutsideText): string =>
  createHash("sha256").update(`${purpose}:${token}`).digest("hex");
