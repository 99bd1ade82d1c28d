import type { Deps } from "#core/ctx.ts";
import { describe } from "#core/log.ts";
import { MINUTE_MS } from "#domain/time.ts";
import { selectVerifiedHosts } from "./store.ts";

type Known = {
  /** As the Host header says it. */
  readonly own: string;
  readonly until: number;
  readonly hosts: Promise<ReadonlySet<string>>;
};

/** By process or isolate, which has one set of settings. */
const known = new WeakMap<object, Known>();
const NAMES_OF_ITS_OWN = /^(localhost|\d+(\.\d+){3}|\[.*\])$/;
const PORT_OR_DOT = /\.?(:\d+)?$/;

/**
 * Whether a request came to a workspace's tracking domain, which serves `/t` and `/unsubscribe`
 * alone (contract 2.16). The install's own name never is one. Asks the database once a minute,
 * however many names requests bring. `host` is a Host header.
 */
export async function isTrackingHost(deps: Deps, host: string): Promise<boolean> {
  const { own, hosts } = knownBy(deps);
  if (host === own) return false;
  const name = host.toLowerCase().replace(PORT_OR_DOT, "");
  if (NAMES_OF_ITS_OWN.test(name) || name === own.replace(PORT_OR_DOT, "")) return false;
  return (await hosts).has(name);
}

function knownBy(deps: Deps): Known {
  const now = deps.now();
  const kept = known.get(deps.settings);
  if (kept && kept.until > now) return kept;
  const own = new URL(deps.settings.BASE_URL).host;
  const fresh = { own, until: now + MINUTE_MS, hosts: read(deps) };
  known.set(deps.settings, fresh);
  return fresh;
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
