/** Every code a caller can meet. Stable: clients branch on it. */
export const ERROR_CODES = [
  "malformed_request",
  "unauthenticated",
  "invalid_credentials",
  "ticket_unknown",
  "forbidden",
  "workspace_forbidden",
  "address_not_allowed",
  "factor_required",
  "reauthentication_required",
  "sso_required",
  "sso_email_unverified",
  "sso_domain_not_allowed",
  "sso_no_access",
  "sso_link_required",
  "sso_not_fresh",
  "cross_site",
  "signature_invalid",
  "provider_not_configured",
  "not_found",
  "method_not_allowed",
  "conflict",
  "invalid_state",
  "mail_gone",
  "limit_reached",
  "quota_reached",
  "outcome_unclear",
  "payload_too_large",
  "unsupported_media_type",
  "validation_failed",
  "campaign_not_ready",
  "approval_required",
  "rival_still_sending",
  "idempotency_mismatch",
  "template_output_too_large",
  "oauth_client_missing",
  "consent_unknown",
  "consent_denied",
  "scope_missing",
  "refresh_token_missing",
  "other_account",
  "ai_not_configured",
  "ai_output_rejected",
  "rate_limited",
  "internal",
  "upstream_failed",
  "upstream_unavailable",
  "upstream_timeout",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One wrong field: `path` is dotted (`steps.0.subject`), `message` says what to do. */
export type FieldError = {
  readonly path: string;
  readonly code: string;
  readonly message: string;
};

/** A quota that something would exceed. */
export type ReachedQuota = {
  readonly name: "leads" | "mailboxes" | "mails_month";
  readonly limit: number;
  readonly used: number;
};

/** An expected failure. `message` is safe to show to callers; private detail belongs in `cause`. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  /** Response headers that belong to the failure, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of `quota_reached`. */
  readonly quota: ReachedQuota | null;
  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      errors?: readonly FieldError[];
      headers?: Readonly<Record<string, string>>;
      quota?: ReachedQuota;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
    this.quota = options.quota ?? null;
  }
}

/** A record that does not exist, or is another workspace's: the two look alike. */
export const notFound = (what: string): AppError =>
  new AppError("not_found", `This workspace has no such ${what}.`);

/** One field of a well-formed body is wrong. */
export const invalidField = (path: string, code: string, message: string): AppError =>
  new AppError("validation_failed", message, { errors: [{ path, code, message }] });

/** Makes an unhandled union member a compile error, and a loud failure if a bad value slips in. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
