import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Problem } from "#platform/contract/problem.ts";
import { describe } from "#platform/ctx/log.ts";
import { AppError, type ErrorCode } from "#platform/rules/errors.ts";
import type { AppEnv } from "./answer.ts";

/** The status and title of each code. */
export const PROBLEMS = {
  malformed_request: [400, "Malformed request"],
  unauthenticated: [401, "Sign in first"],
  invalid_credentials: [401, "Wrong credentials"],
  forbidden: [403, "Your role does not allow this"],
  workspace_forbidden: [403, "No access to this workspace"],
  address_not_allowed: [403, "This API key may not be used from here"],
  factor_required: [403, "Set a second factor first"],
  reauthentication_required: [403, "Confirm who you are"],
  sso_required: [403, "Sign in with single sign-on"],
  sso_email_unverified: [403, "The provider does not confirm the email address"],
  sso_domain_not_allowed: [403, "Addresses of this domain may not sign in"],
  sso_no_access: [403, "No access to this installation"],
  sso_link_required: [403, "Link the account first"],
  sso_not_fresh: [403, "The provider did not ask for a new sign-in"],
  cross_site: [403, "Blocked: the request came from another site"],
  signature_invalid: [403, "Invalid signature"],
  provider_not_configured: [403, "This provider is not configured"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  conflict: [409, "Conflict"],
  invalid_state: [409, "Not possible in the current status"],
  limit_reached: [409, "Limit reached"],
  quota_reached: [409, "Quota reached"],
  outcome_unclear: [409, "Nobody knows whether it has happened"],
  payload_too_large: [413, "The body is too large"],
  unsupported_media_type: [415, "Unsupported content type"],
  validation_failed: [422, "Some fields are invalid"],
  campaign_not_ready: [422, "The campaign is not ready"],
  approval_required: [409, "An approval is needed"],
  mail_gone: [410, "The email is gone from the mailbox"],
  rival_still_sending: [409, "The other product still sends this campaign"],
  idempotency_mismatch: [422, "The idempotency key was used with another body"],
  template_output_too_large: [422, "The email would be too large"],
  oauth_client_missing: [409, "No client is set up at this provider"],
  ticket_unknown: [400, "This step is unknown, used or too old"],
  consent_unknown: [400, "This way back is unknown, used or too old"],
  consent_denied: [400, "Access was not granted"],
  scope_missing: [400, "A permission was not granted"],
  refresh_token_missing: [400, "The provider gave access for an hour only"],
  other_account: [409, "Another account was connected"],
  ai_not_configured: [422, "No AI provider is configured"],
  ai_output_rejected: [502, "The AI response was rejected"],
  rate_limited: [429, "Too many requests"],
  internal: [500, "Internal error"],
  upstream_failed: [502, "An external service rejected the request"],
  upstream_unavailable: [503, "An external service is unavailable"],
  upstream_timeout: [504, "An external service took too long"],
} as const satisfies Record<ErrorCode, readonly [number, string]>;

export function problemOf(error: AppError, requestId: string): Problem {
  const [status, title] = PROBLEMS[error.code];
  return {
    type: `/api/v1/docs#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    errors: [...error.errors],
    ...(error.quota && { quota: error.quota }),
    request_id: requestId,
  };
}

/** Maps anything thrown to a problem; unexpected errors are only logged. */
export function onError(thrown: Error, c: Context<AppEnv>): Response {
  const requestId = c.get("requestId");
  const error = asAppError(thrown);
  if (error.code === "internal" || error.cause === thrown) {
    const log = c.get("deps")?.log;
    log?.("request.failed", { id: requestId, cause: describe(thrown) }, "error");
  }
  c.set("problem", error.code);
  const problem = problemOf(error, requestId);
  const headers: Record<string, string> = {
    ...error.headers,
    "Content-Type": "application/problem+json",
  };
  if (problem.status === 401) headers["WWW-Authenticate"] ??= 'Bearer realm="api"';
  // A service that is down says for how long, if it knows.
  if (problem.status === 503) headers["Retry-After"] ??= "5";
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

function asAppError(thrown: Error): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HTTPException && thrown.status === 400) {
    return new AppError("malformed_request", "The request body is not valid JSON.");
  }
  if (isDatabaseTrouble(thrown)) {
    return new AppError(
      "upstream_unavailable",
      "The database is not available, or its disk is full. Try again in a moment.",
      { cause: thrown },
    );
  }
  return new AppError(
    "internal",
    "The error was logged. Include the request id when you report it.",
    {
      cause: thrown,
    },
  );
}

/** How SQLite, libSQL and D1 say that they take nothing right now: a full disk, a lock, a server that restarts or is lost. */
const TROUBLE =
  /\bSQLITE_(?:FULL|BUSY|LOCKED|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)|database or disk is full|database is locked|disk I\/O error|unable to open database file|D1_ERROR: (?:Network connection lost|.*\breset\b|.*timed out)|D1 DB (?:is overloaded|storage)|HRANA_WEBSOCKET_ERROR/i;

/** Whether an error means that the database is away or full, and no fault of what was asked. */
export function isDatabaseTrouble(thrown: unknown): boolean {
  for (let e: unknown = thrown; e instanceof Error; e = e.cause) {
    const code = "code" in e && typeof e.code === "string" ? e.code : "";
    if (TROUBLE.test(`${code} ${e.message}`)) return true;
  }
  return false;
}
