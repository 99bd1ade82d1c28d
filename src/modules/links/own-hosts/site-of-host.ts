import type { Deps, OwnHost } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { type WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { selectForeignHosts } from "./store.ts";

/**
 * Whose a host is: the install's own address, a tracking domain, which serves `/t` and `/unsubscribe`
 * alone, or a workspace's own host, which serves that workspace alone.
 */
export type Site =
  | { readonly kind: "install" | "tracking"; readonly ownHost: null }
  | { readonly kind: "workspace"; readonly ownHost: OwnHost };

const INSTALL: Site = { kind: "install", ownHost: null };
const TRACKING: Site = { kind: "tracking", ownHost: null };

type Known = {
  /** As the Host header says it. */
  readonly own: string;
  hosts: ReadonlyMap<string, WorkspaceId | null> | null;
  readAt: number;
};

/** By process or isolate, which has one set of settings. */
const known = new WeakMap<object, Known>();
const NAMES_OF_ITS_OWN = /^(localhost|\d+(\.\d+){3}|\[.*\])$/;
const PORT_OR_DOT = /\.?(:\d+)?$/;

/** A list that knows a host is good for so long, one that does not for so long. */
const GOOD_FOR_MS = MINUTE_MS;
const UNKNOWN_FOR_MS = 5 * SECOND_MS;

/**
 * Whose host a request came to; `host` is its Host header. The install's own name is always the
 * install's. Asks the database once a minute, or every five seconds for names that it does not know,
 * however many requests bring: a host that was just added is nobody's for no longer than that.
 */
export async function siteOfHost(deps: Deps, host: string): Promise<Site> {
  const kept = knownBy(deps);
  const { own } = kept;
  if (host === own) return INSTALL;
  const name = host.toLowerCase().replace(PORT_OR_DOT, "");
  if (NAMES_OF_ITS_OWN.test(name) || name === own.replace(PORT_OR_DOT, "")) return INSTALL;
  const hosts = await hostsOf(deps, kept, name);
  const owner = hosts.get(name);
  if (owner === undefined) return INSTALL;
  return owner === null
    ? TRACKING
    : { kind: "workspace", ownHost: { workspaceId: owner, host: name } };
}

/** Has the next request look again: a host was set or removed here. */
export const forgetSites = ({ settings }: Pick<Deps, "settings">): void =>
  void known.delete(settings);

function knownBy({ settings }: Deps): Known {
  const kept = known.get(settings);
  if (kept) return kept;
  const fresh = { own: new URL(settings.BASE_URL).host, hosts: null, readAt: -Infinity };
  known.set(settings, fresh);
  return fresh;
}

/**
 * While one request reloads the list, the others use the old one. They share no promise: on Workers
 * it would belong to the request that began it, and never settle once that has ended.
 */
async function hostsOf(
  deps: Deps,
  kept: Known,
  name: string,
): Promise<ReadonlyMap<string, WorkspaceId | null>> {
  const now = deps.now();
  const goodFor = kept.hosts?.has(name) ? GOOD_FOR_MS : UNKNOWN_FOR_MS;
  if (kept.hosts && now - kept.readAt < goodFor) return kept.hosts;
  const before = kept.readAt;
  kept.readAt = now;
  try {
    const rows = await selectForeignHosts(deps.install);
    kept.hosts = new Map(rows.map(({ host, owner }) => [host, owner]));
  } catch (cause) {
    // What needs the database will say so itself.
    kept.readAt = before;
    deps.log("hosts.unread", { cause: describe(cause) }, "error");
  }
  return kept.hosts ?? new Map();
}
