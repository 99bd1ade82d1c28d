/** Why there is no access token for a mailbox, each with what follows from it. */
export const TOKEN_REFUSALS = [
  /** The provider wants the person again: the mailbox waits until somebody connects it again. */
  "reconnect_required",
  /** The provider does not answer, or somebody else has been renewing for too long: later. */
  "provider_unavailable",
  /** The install's own client was refused: its operator has to act, every mailbox stays as it is. */
  "client_refused",
  /** The grant is gone, or not for this mailbox. */
  "not_granted",
] as const;
export type TokenRefusal = (typeof TOKEN_REFUSALS)[number];

const MAX_MESSAGE = 400;

/** The `response` of a mail that was not tried since its mailbox got no token; at most 450 characters. */
export const noTokenText = (refusal: TokenRefusal, message: string): string =>
  `${message.slice(0, MAX_MESSAGE)} [${refusal}]`;

/** The refusal that `noTokenText` wrote; `provider_unavailable`, which changes least, where it names none. */
export const refusalIn = (text: string): TokenRefusal =>
  TOKEN_REFUSALS.find((refusal) => text.endsWith(`[${refusal}]`)) ?? "provider_unavailable";

/** Whether only a person can get another token, so that asking again later is useless. */
export const wantsPerson = (refusal: TokenRefusal): boolean =>
  refusal === "reconnect_required" || refusal === "not_granted";

/** The refusal behind the error code of a connection; null for any other code. */
export const tokenRefusalOf = (errorCode: string | null): TokenRefusal | null =>
  TOKEN_REFUSALS.find((refusal) => refusal === errorCode) ?? null;
