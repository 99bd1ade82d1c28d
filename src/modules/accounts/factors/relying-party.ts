import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { originHere } from "#platform/ctx/own-host.ts";
import { isForThisMachine } from "#platform/ctx/settings.ts";
import { AppError } from "#platform/rules/errors.ts";

/** The host that a passkey is for, and the origin of the pages that may use it; or why there is none. */
export type RelyingParty =
  | { readonly id: string; readonly origin: string; readonly problem: null }
  | { readonly id: null; readonly origin: null; readonly problem: string };

type Here = Pick<PublicCtx, "settings" | "ownHost">;

/**
 * The relying party of a request: the host that the browser shows, which has to be that of BASE_URL, a
 * workspace's own host, or `localhost` on an install that only its own machine reaches. A name that
 * merely leads here is none.
 */
export function relyingPartyOf(ctx: Here, request: Request): RelyingParty {
  const { settings, ownHost } = ctx;
  if (ownHost) return partyAt(ownHost.host, originHere(ctx));
  const asked = new URL(request.url);
  const base = new URL(settings.BASE_URL);
  const isLocal = asked.hostname === "localhost" && isForThisMachine(settings);
  if (asked.hostname !== base.hostname && !isLocal) {
    return none(`Passkeys work at ${settings.BASE_URL}. Open the dashboard there.`);
  }
  // A proxy may speak http to us: what the browser sees of our own host, BASE_URL says.
  const isBase = asked.hostname === base.hostname;
  return partyAt(asked.hostname, isBase ? base.origin : asked.origin);
}

function partyAt(host: string, origin: string): RelyingParty {
  if (isAddress(host)) return none("Passkeys need a host name and do not work at an IP address.");
  if (!origin.startsWith("https:") && !/(?:^|\.)localhost$/.test(host)) {
    return none("Passkeys need https. Set BASE_URL to an https address.");
  }
  return { id: host, origin, problem: null };
}

const none = (problem: string): RelyingParty => ({ id: null, origin: null, problem });

/** As URL writes them: four numbers, or brackets. */
const isAddress = (host: string): boolean => /^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(host);

/** The same where it has to be there. Throws `invalid_state` with what stands against it. */
export function partyOf(ctx: Here, request: Request): Extract<RelyingParty, { problem: null }> {
  const party = relyingPartyOf(ctx, request);
  if (party.problem !== null) throw new AppError("invalid_state", party.problem);
  return party;
}
