/** Numbers that we chose where the specification is silent, each with its reason. */

/** Long enough for any passphrase, short enough to hash. */
export const PASSWORD_MAX_LENGTH = 128;
/** scrypt N=2^14, r=8, p=5: 16 MiB and about 155 ms, OWASP-equal, fits the edge. */
export const SCRYPT = { ln: 14, r: 8, p: 5, saltBytes: 16, keyBytes: 32 } as const;
/** Leads of one workspace. */
export const MAX_LEADS = 2_000_000;

/** API keys of one workspace. */
export const MAX_API_KEYS = 20;

/** Reply templates of one workspace: more than anybody chooses from. */
export const MAX_REPLY_TEMPLATES = 200;

/** A deleted client's data stays this long, in case it was a mistake. */
export const CLIENT_KEPT_DAYS = 30;

/** An impersonated session ends after this. */
export const IMPERSONATION_MINUTES = 60;

/** Validation jobs of a workspace that run at a time; further ones wait. */
export const RUNNING_VALIDATIONS = 2;

/** Waits before a lead whose domain DNS did not answer for is validated again. */
export const VALIDATION_RETRY_MINUTES = [5, 30, 120] as const;
