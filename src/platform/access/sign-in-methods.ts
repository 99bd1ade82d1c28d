/** What a person can prove who they are with, besides the password. */
export const FACTOR_METHODS = ["totp", "recovery_code", "passkey"] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** What a session was opened with: the password alone, with a second factor, or a passkey alone. */
export const SIGN_IN_METHODS = [
  "password",
  "password+totp",
  "password+recovery_code",
  "password+passkey",
  "passkey",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
