import { createHash } from "node:crypto";
import type { TokenRefusal } from "#platform/rules/mail/token-refusal.ts";
import type { TokenAnswer, TokenRequest } from "#platform/wire/tokens.ts";

/** Gives access tokens; asked at each log-in, since a queue of mails may outlive one. Never rejects. */
export type TokenSource = (request: TokenRequest) => Promise<TokenAnswer>;

/** Where nobody gives tokens. */
export const noTokens: TokenSource = async () => ({
  refusal: "not_granted",
  message: "Nothing here gives out access tokens.",
});

export type AccessToken = Extract<TokenAnswer, { token: string }>;

/** There is no token to try. */
export class NoToken extends Error {
  override readonly name = "NoToken";
  readonly refusal: TokenRefusal;
  constructor(refusal: TokenRefusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/**
 * Runs `attempt` with a token of the grant. Where the server refused it (`isRefused`), asks once for
 * another and runs `attempt` once more, since a token may end early. Throws `NoToken`, and what
 * `attempt` throws.
 */
export async function withToken<T>(
  tokens: TokenSource,
  grant: string,
  attempt: (token: AccessToken) => Promise<T>,
  isRefused: (thrown: unknown) => boolean,
): Promise<T> {
  const first = tokenOf(await tokens({ grant }));
  try {
    return await attempt(first);
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    const second = tokenOf(await tokens({ grant, refused: hashOf(first.token) }));
    if (second.token === first.token) throw thrown;
    return await attempt(second);
  }
}

function tokenOf(answer: TokenAnswer): AccessToken {
  if ("refusal" in answer) throw new NoToken(answer.refusal, answer.message);
  return answer;
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
