import { z } from "zod";

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

/** Why there is no token, each with what follows from it. */
export const TOKEN_REFUSALS = [
  /** The provider wants the person again: the mailbox waits until somebody connects it anew. */
  "reconnect_required",
  /** The provider does not answer, or somebody else has been renewing for too long: later. */
  "provider_unavailable",
  /** The install's own client was refused: its operator has to act, every mailbox stays as it is. */
  "client_refused",
  /** The grant is gone, or not for this mailbox. */
  "not_granted",
] as const;
export type TokenRefusal = (typeof TOKEN_REFUSALS)[number];

export const TokenAnswer = z.union([
  z.object({ token: z.string().min(1), /** Unix milliseconds. */ until: z.number() }),
  z.object({ refusal: z.enum(TOKEN_REFUSALS), message: z.string() }),
]);
export type TokenAnswer = z.output<typeof TokenAnswer>;
