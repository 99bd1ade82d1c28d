import { TokenAnswer, type TokenRequest } from "#platform/wire/tokens.ts";
import type { TokenSource } from "#smtp/with-token.ts";
import type { AppClient } from "./app-client.ts";
import { describeBriefly, type Log } from "./log.ts";

/** The app may wait for the provider, or for another renewal of the same grant. */
const TIMEOUT_MS = 45_000;

/**
 * Asks the app for access tokens. Nothing is kept: log-ins of a mailbox at the same moment share one
 * call, and that is all. An app that does not answer says nothing about the mailbox:
 * `provider_unavailable`.
 */
export function createTokenSource(call: AppClient, log: Log): TokenSource {
  const running = new Map<string, Promise<TokenAnswer>>();

  async function ask(request: TokenRequest): Promise<TokenAnswer> {
    try {
      return await call("/internal/companion/tokens", request, TokenAnswer, TIMEOUT_MS);
    } catch (cause) {
      log("tokens.unanswered", { grant: request.grant, cause: describeSafely(cause) }, "warn");
      return { refusal: "provider_unavailable", message: "The app gave no access token in time." };
    }
  }

  return (request) => {
    const key = JSON.stringify([request.grant, request.refused]);
    const shared = running.get(key);
    if (shared) return shared;
    const asked = ask(request).finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
}

/** What cannot be parsed may hold a token, and an error of the parser quotes it. */
const describeSafely = (cause: unknown): string =>
  cause instanceof SyntaxError ? "the answer is no JSON" : describeBriefly(cause);
