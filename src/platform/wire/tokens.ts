import { z } from "zod";
import { TOKEN_REFUSALS, type TokenRefusal } from "#platform/rules/mail/token-refusal.ts";

export { TOKEN_REFUSALS, type TokenRefusal };

/**
 * The companion asks for an access token at each log-in (POST /internal/companion/tokens): a queue
 * of mails may outlive it. It never gets a refresh token.
 */
export const TokenRequest = z.object({
  /** As a connection's `oauth` names it. */
  grant: z.string().min(1).max(100),
  /** SHA-256, hex, of a token that the server refused: another one is wanted. */
  refused: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type TokenRequest = z.output<typeof TokenRequest>;

export const TokenAnswer = z.union([
  z.object({ token: z.string().min(1), /** Unix milliseconds. */ until: z.number() }),
  z.object({ refusal: z.enum(TOKEN_REFUSALS), message: z.string() }),
]);
export type TokenAnswer = z.output<typeof TokenAnswer>;
