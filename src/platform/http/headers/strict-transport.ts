import type { OwnHost } from "#platform/ctx/ctx.ts";
import type { Settings } from "#platform/ctx/settings.ts";

/** 180 days. */
const MAX_AGE = "max-age=15552000";

/**
 * The header that makes browsers use https only: `host` binds this host, `subdomains` every host
 * below it as well, also those run by others. A workspace's own host is in a client's domain, so it
 * never binds those below it. Null where the setting HSTS says `off`, or where the
 * install is reached by plain http, which must not carry it (RFC 6797 7.2).
 */
export function strictTransport(
  { HSTS, BASE_URL }: Pick<Settings, "HSTS" | "BASE_URL">,
  ownHost: OwnHost | null = null,
): string | null {
  if (HSTS === "off" || !BASE_URL.startsWith("https:")) return null;
  return HSTS === "subdomains" && !ownHost ? `${MAX_AGE}; includeSubDomains` : MAX_AGE;
}
