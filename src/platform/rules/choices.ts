/** Numbers and words that hold for the whole product, each with its meaning or its reason. */

/** JWT lifetime. */
export const SESSION_DAYS = 7;
/** Consecutive failed attempts that deactivate a webhook. */
export const WEBHOOK_FAILURES_TO_DEACTIVATE = 10;
export const DNS_MX_TIMEOUT_MS = 5_000;
/** From this score on a lead is valid. */
export const VALID_SCORE = 80;
/** From this score on a lead is risky; below it invalid. */
export const RISKY_SCORE = 50;
/** The list of disposable domains is larger than this. */
export const MIN_DISPOSABLE_DOMAINS = 120_000;

/** Long enough for any passphrase, short enough to hash. */
export const PASSWORD_MAX_LENGTH = 128;
/** Signs of base64url of SHA-256 that stand for a breached password; with 36 bits a good one meets its like once in 4 million. */
export const PASSWORD_FINGERPRINT_LENGTH = 6;
/** scrypt N=2^14, r=8, p=5: 16 MiB and about 155 ms, OWASP-equal, fits the edge. */
export const SCRYPT = { ln: 14, r: 8, p: 5, saltBytes: 16, keyBytes: 32 } as const;
/** Reply templates of one workspace: more than anybody chooses from. */
/** Of an install. */
export const MAX_INSTALL_TEMPLATES = 1_000;
export const MAX_REPLY_TEMPLATES = 200;

/** A deleted client's data stays this long, in case it was a mistake. */
export const CLIENT_KEPT_DAYS = 30;

/** What a person can prove who they are with, besides the password. */
export const FACTOR_METHODS = ["totp", "recovery_code", "passkey"] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

/**
 * What a session was opened with: the password alone, with a second factor, a passkey alone, or single
 * sign-on, by itself, with two factors at the provider, or with one of ours.
 */
export const SIGN_IN_METHODS = [
  "password",
  "password+totp",
  "password+recovery_code",
  "password+passkey",
  "passkey",
  "sso",
  "sso+mfa",
  "sso+totp",
  "sso+recovery_code",
  "sso+passkey",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** A sign-in, or another proof of who somebody is, counts for so long. */
export const PROOF_MINUTES = 10;

/** An impersonated session ends after this. */
export const IMPERSONATION_MINUTES = 60;

/** Waits before a lead whose domain DNS did not answer for is validated again. */
export const VALIDATION_RETRY_MINUTES = [5, 30, 120] as const;

/** What the product is read in. */
export const READER_LANGUAGES = ["en", "de", "es"] as const;
export type ReaderLanguage = (typeof READER_LANGUAGES)[number];

export const CAMPAIGN_STATUSES = ["draft", "active", "paused", "completed"] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** What a browser can notify its person of. */
export const PUSH_KINDS = ["assigned", "positive_reply", "mention"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];
