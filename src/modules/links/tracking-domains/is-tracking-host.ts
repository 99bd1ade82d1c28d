import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { selectVerifiedHosts } from "./store.ts";

type Known = {
  /** As the Host header says it. */
  readonly own: string;
  hosts: ReadonlySet<string> | null;
  until: number;
};

/** By process or isolate, which has one set of settings. */
const known = new WeakMap<object, Known>();
const NAMES_OF_ITS_OWN = /^(localhost|\d+(\.\d+){3}|\[.*\])$/;
const PORT_OR_DOT = /\.?(:\d+)?$/;

/**
 * Whether a request came to a workspace's tracking domain, which serves `/t` and `/unsubscribe`
 * alone. The install's own name never is one. Asks the database once a minute,
 * however many names requests bring. `host` is a Host header.
 */
export async function isTrackingHost(deps: Deps, host: string): Promise<boolean> {
  const kept = knownBy(deps);
  const { own } = kept;
  if (host === own) return false;
  const name = host.toLowerCase().replace(PORT_OR_DOT, "");
  if (NAMES_OF_ITS_OWN.test(name) || name === own.replace(PORT_OR_DOT, "")) return false;
  return (await hostsOf(deps, kept)).has(name);
}

function knownBy({ settings }: Deps): Known {
  const kept = known.get(settings);
  if (kept) return kept;
  const fresh = { own: new URL(settings.BASE_URL).host, hosts: null, until: 0 };
  known.set(settings, fresh);
  return fresh;
}

/**
 * While one request reloads the list, the others use the old one. They share no promise: on Workers
 * it would belong to the request that began it, and never settle once that has ended.
 */
async function hostsOf(deps: Deps, kept: Known): Promise<ReadonlySet<string>> {
  const now = deps.now();
  if (kept.hosts && kept.until > now) return kept.hosts;
  kept.until = now + MINUTE_MS;
  try {
    kept.hosts = new Set(await selectVerifiedHosts(deps.install));
  } catch (cause) {
    // What needs the database will say so itself.
    kept.until = 0;
    deps.log("tracking_hosts.unread", { cause: describe(cause) }, "error");
  }
  return kept.hosts ?? new Set();
}
