import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { readApiRefusal } from "#modules/connections/rules/api-answers.ts";
import { refusedFacts } from "#modules/delivery/rules/api-facts.ts";
import { outcomeOf } from "#modules/delivery/rules/outcome.ts";
import { providerTrouble } from "#platform/oauth/trouble.ts";

const refused = (status: number, error: string, description = "") => {
  const response = new Response(null, { status });
  const cause = { error, error_description: description };
  return providerTrouble(new oauth.ResponseBodyError("refused", { cause, response })).kind;
};

describe("what the token endpoints of Google and Microsoft refuse", () => {
  it.each([
    ["reconnect_required", 400, "invalid_grant", "Token has been expired or revoked."],
    ["reconnect_required", 400, "invalid_grant", "AADSTS50173: The provided grant has expired."],
    [
      "reconnect_required",
      400,
      "invalid_grant",
      "AADSTS53003: Access has been blocked by Conditional Access.",
    ],
    [
      "reconnect_required",
      400,
      "interaction_required",
      "AADSTS50076: you must use multi-factor authentication",
    ],
    ["reconnect_required", 400, "admin_policy_enforced", ""],
    ["reconnect_required", 403, "access_denied", "Account Restricted"],
    [
      "client_refused",
      401,
      "invalid_client",
      "AADSTS7000222: The provided client secret keys are expired.",
    ],
    ["client_refused", 401, "deleted_client", "The OAuth client was deleted."],
    ["client_refused", 401, "disabled_client", "The OAuth client was disabled."],
    [
      "provider_unavailable",
      400,
      "temporarily_unavailable",
      "AADSTS90033: A transient error has occurred.",
    ],
    [
      "provider_unavailable",
      400,
      "invalid_grant",
      "AADSTS50196: The server terminated an operation.",
    ],
    ["provider_unavailable", 403, "rate_limit_exceeded", ""],
    ["provider_unavailable", 503, "invalid_grant", ""],
  ] as const)("is %s: %i %s %s", (kind, status, error, description) => {
    expect(refused(status, error, description)).toBe(kind);
  });
});

const NOW = Date.UTC(2026, 10, 20, 9, 0, 0);
const answer = (
  status: number,
  reason: string,
  message: string,
  retryAfter: string | null = null,
) =>
  readApiRefusal(
    {
      status,
      body: JSON.stringify({ error: { code: status, message, errors: [{ reason }] } }),
      retryAfter,
    },
    NOW,
  );
const outcome = (...said: Parameters<typeof answer>) =>
  (["make", "send"] as const).map((step) =>
    outcomeOf(refusedFacts("Gmail", answer(...said), step)),
  );

describe("what the providers' APIs refuse", () => {
  it("waits for the moment that Gmail names in words", () => {
    const words = "User-rate limit exceeded.  Retry after 2026-11-20T09:20:00.441Z";
    expect(answer(429, "rateLimitExceeded", words).pauseMs).toBe(20 * 60_000);
    expect(answer(429, "rateLimitExceeded", words, "30").pauseMs).toBe(30_000);
    expect(answer(429, "rateLimitExceeded", "Too many concurrent requests").pauseMs).toBe(60_000);
    expect(outcome(429, "rateLimitExceeded", words)).toEqual([
      { kind: "later", ms: 20 * 60_000 },
      { kind: "later", ms: 20 * 60_000 },
    ]);
  });

  it.each([502, 503, 504])(
    "%i costs no mail a try: the service is away, and not its mail refused",
    (status) => {
      expect(outcome(status, "backendError", "Service unavailable")).toEqual([
        { kind: "mailbox", trouble: "connection" },
        { kind: "mailbox", trouble: "connection" },
      ]);
    },
  );

  it("500 counts, since it may be about this mail", () => {
    expect(outcome(500, "backendError", "Internal error")).toEqual([
      { kind: "retry" },
      { kind: "retry" },
    ]);
  });
});
