import type { Settings } from "#platform/ctx/settings.ts";

/** 180 days. */
const MAX_AGE = "max-age=15552000";

/**
 * What tells browsers to come by https alone: `host` binds this host, `subdomains` every host below
 * it as well, whoever runs those; null where the setting HSTS says `off`.
 */
export const strictTransport = (hsts: Settings["HSTS"]): string | null =>
  hsts === "off" ? null : hsts === "subdomains" ? `${MAX_AGE}; includeSubDomains` : MAX_AGE;
