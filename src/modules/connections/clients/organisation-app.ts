import type { UnixMs } from "#platform/rules/ids.ts";

/** The install's service account at Google, its key open: not to be logged or kept. */
export type GoogleApp = {
  readonly provider: "google";
  readonly issuer: string;
  /** Where users are listed. */
  readonly directoryUrl: string;
  /** What an admin of a domain delegates to. */
  readonly clientId: string;
  readonly clientEmail: string;
  readonly keyId: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
  /** Since when it has this client id. */
  readonly since: UnixMs;
};

/** The install's multi-tenant app at Microsoft, its key open: not to be logged or kept. */
export type MicrosoftApp = {
  readonly provider: "microsoft";
  /** `{tenant}` stands for the tenant. */
  readonly issuer: string;
  readonly directoryUrl: string;
  readonly clientId: string;
  /** SHA-256 of the certificate, base64url (`x5t#S256`). */
  readonly thumbprint: string;
  readonly certificateEndsAt: UnixMs;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
  readonly since: UnixMs;
};

export type OrganisationApp = GoogleApp | MicrosoftApp;
