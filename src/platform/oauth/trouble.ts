import * as oauth from "oauth4webapi";
import type { TokenRefusal } from "#platform/wire/tokens.ts";
import { AppError } from "#platform/rules/errors.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { Unreached } from "./egress-fetch.ts";

/** What went wrong at a provider: what follows from it, and its words, without any secret. */
export type Trouble = {
  readonly kind: TokenRefusal | "consent_denied" | "protocol_error";
  readonly words: string;
};

/**
 * Only a person helps against these (RFC 6749 5.2, OpenID Connect Core 3.1.2.6): a new consent, or
 * Google Workspace's admin who lets the app in.
 */
const CONSENT_ERRORS = [
  "invalid_grant",
  "interaction_required",
  "consent_required",
  "login_required",
  "access_denied",
  "admin_policy_enforced",
];
/** These are about the install's own client. */
const CLIENT_ERRORS = [
  "invalid_client",
  "unauthorized_client",
  "deleted_client",
  "disabled_client",
];
const PASSING_ERRORS = [
  "temporarily_unavailable",
  "server_error",
  "rate_limit_exceeded",
  "slow_down",
];
/** Microsoft's name for too many requests, under an error that asks for consent elsewhere. */
const LOOP = /^AADSTS50196\b/;

/**
 * Sorts what was thrown while a provider was asked. `reconnect_required` only where the token
 * endpoint itself said so; whatever else is not understood may pass.
 */
export function providerTrouble(thrown: unknown): Trouble {
  if (thrown instanceof oauth.ResponseBodyError) return ofTokenEndpoint(thrown);
  if (thrown instanceof oauth.AuthorizationResponseError) {
    return { kind: "consent_denied", words: errorWords(thrown.error, thrown.error_description) };
  }
  if (thrown instanceof oauth.WWWAuthenticateChallengeError) {
    return { kind: "client_refused", words: "The provider rejected the client (401)." };
  }
  if (thrown instanceof Unreached) {
    return {
      kind: "provider_unavailable",
      words: `The provider could not be reached (${thrown.failure}).`,
    };
  }
  if (thrown instanceof AppError) return { kind: "client_refused", words: thrown.message };
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (code === oauth.INVALID_RESPONSE || code === oauth.MISSING_SERVER_METADATA) {
    return { kind: "protocol_error", words: "The provider's answer was not understood." };
  }
  return { kind: "provider_unavailable", words: "The provider's answer was not understood." };
}

function ofTokenEndpoint({ status, error, error_description }: oauth.ResponseBodyError): Trouble {
  const words = errorWords(error, error_description);
  const isLoop = LOOP.test(error_description ?? "");
  if (status >= 500 || status === 429 || PASSING_ERRORS.includes(error) || isLoop) {
    return { kind: "provider_unavailable", words };
  }
  if (CONSENT_ERRORS.includes(error)) return { kind: "reconnect_required", words };
  if (CLIENT_ERRORS.includes(error)) return { kind: "client_refused", words };
  return { kind: "protocol_error", words };
}

/** `invalid_grant: AADSTS50173: The provided grant has expired...`, the first sentence. */
export function errorWords(error: string, description: string | undefined): string {
  const first = plainLine((description ?? "").split(/[\r\n]/)[0] ?? "", 300);
  return first === "" ? plainLine(error, 100) : `${plainLine(error, 100)}: ${first}`;
}
