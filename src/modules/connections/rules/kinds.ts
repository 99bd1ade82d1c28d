/** How a mailbox signs in. */
export const CONNECTION_KINDS = ["password", "oauth", "organisation", "sandbox"] as const;

/** Whose consent a mailbox can be connected by. `custom` is any OpenID provider that the operator names. */
export const CONSENT_PROVIDERS = ["google", "microsoft", "custom"] as const;
export type Provider = (typeof CONSENT_PROVIDERS)[number];

/** Where a mailbox signs in, to choose among many by. */
export const SIGN_INS = [...CONSENT_PROVIDERS, "password"] as const;

/** Those whose admin can grant a whole organisation at once. */
export const ORGANISATION_PROVIDERS = ["google", "microsoft"] as const;
export type OrganisationProvider = (typeof ORGANISATION_PROVIDERS)[number];

/** `reconnect_required`: only a person's consent helps. */
export const GRANT_STATES = ["connected", "reconnect_required"] as const;

/** What a mailbox sends by: its SMTP server, or the provider's own API. */
export const ROADS = ["smtp", "api"] as const;
export type Road = (typeof ROADS)[number];
