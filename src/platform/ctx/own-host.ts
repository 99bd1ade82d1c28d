import type { RequestInfo } from "./ctx.ts";
import { isForThisMachine, type Settings } from "./settings.ts";

/**
 * Scheme and host of a workspace's own host. It is served by https; on an install that only its own
 * machine reaches, like the install itself, so that it can be tried there.
 */
export function originOfHost(settings: Settings, host: string): string {
  if (!isForThisMachine(settings)) return `https://${host}`;
  const { protocol, port } = new URL(settings.BASE_URL);
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}

/** Scheme and host of the address that a request came to: BASE_URL, or an own host; never what the request says. */
export const originHere = ({
  settings,
  ownHost,
}: { readonly settings: Settings } & Pick<RequestInfo, "ownHost">): string =>
  ownHost ? originOfHost(settings, ownHost.host) : settings.BASE_URL;
