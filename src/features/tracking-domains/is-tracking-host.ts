import type { Deps } from "#core/ctx.ts";
import { describe } from "#core/log.ts";
import { MINUTE_MS } from "#domain/time.ts";
import { selectVerifiedHosts } from "./store.ts";

type Known = { readonly until: number; readonly hosts: Promise<ReadonlySet<string>> };

/** By process or isolate, which has one set of settings. */
const known = new WeakMap<object, Known>();
const NAMES_OF_ITS_OWN = /^(localhost|\d+(\.\d+){3}|\[.*\])$/;

/**
 * Whether a request came to a workspace's tracking domain, which serves `/t` and `/unsubscribe`
 * alone (contract 2.16). The install's own name never is one. Asks the database once a minute,
 * however many names requests bring.
 */
export async function isTrackingHost(deps: Deps, url: string): Promise<boolean> {
  const { hostname } = new URL(url);
  if (NAMES_OF_ITS_OWN.test(hostname)) return false;
  if (hostname === new URL(deps.settings.BASE_URL).hostname) return false;
  return (await hostsOf(deps)).has(hostname.replace(/\.$/, "").toLowerCase());
}

function hostsOf(deps: Deps): Promise<ReadonlySet<string>> {
  const now = deps.now();
  const kept = known.get(deps.settings);
  if (kept && kept.until > now) return kept.hosts;
  const hosts = read(deps);
  known.set(deps.settings, { until: now + MINUTE_MS, hosts });
  return hosts;
}

async function read(deps: Deps): Promise<ReadonlySet<string>> {
  try {
    return new Set(await selectVerifiedHosts(deps.db));
  } catch (cause) {
    // What needs the database will say so itself.
    known.delete(deps.settings);
    deps.log("tracking_hosts.unread", { cause: describe(cause) }, "error");
    return new Set();
  }
}
