import { agentFamily, type AgentFamily } from "#modules/tracking/rules/agent.ts";
import { type Source, sourceOf } from "#modules/tracking/rules/source.ts";
import { type Network, networkOf, type PeerNetwork } from "#platform/rules/network.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";

/**
 * What the judge will need, taken from a request; the agent is not among it, and the address goes
 * no further than the insert unless the workspace keeps addresses.
 */
export function hitSignals(
  secret: string,
  at: UnixMs,
  clientAddress: string,
  peer: PeerNetwork | null,
  header: (name: string) => string | undefined,
): QueuedHit["signals"] {
  const { source, private: local } = knownSource(secret, at, clientAddress);
  const network = knownNetwork(clientAddress, peer);
  return {
    ...(network === "" ? {} : { network }),
    source,
    agent: knownFamily(header("user-agent") ?? ""),
    prefetch: isPrefetch(header),
    private: local,
    address: clientAddress.slice(0, 64),
  };
}

const PREFETCH_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
const PREFETCH = /prefetch|preview|prerender/i;

function isPrefetch(header: (name: string) => string | undefined): boolean {
  for (const name of PREFETCH_HEADERS) {
    const value = header(name);
    if (value !== undefined && PREFETCH.test(value)) return true;
  }
  return false;
}

/** The same few thousand agents come again and again, and telling one costs as much as a signature. */
const families = new Map<string, AgentFamily>();
const MAX_AGENTS = 2_000;

function knownFamily(agent: string): AgentFamily {
  const known = families.get(agent);
  if (known) return known;
  const family = agentFamily(agent);
  if (families.size >= MAX_AGENTS) families.clear();
  if (agent.length <= 512) families.set(agent, family);
  return family;
}

/** Few addresses come from a network that says something, so an answer is worth keeping as long as a source. */
const networks = new Map<string, Network>();

function knownNetwork(address: string, peer: PeerNetwork | null): Network {
  const key = `${address} ${peer?.asn ?? ""}`;
  const known = networks.get(key);
  if (known !== undefined) return known;
  const network = networkOf(address, peer);
  networks.set(key, network);
  return network;
}

/** A mail client loads several things at once. Emptied by the first hit of each minute, so addresses do not stay. */
const sources = new Map<string, Source>();
const MAX_SOURCES = 10_000;
let sourcesOf = { secret: "", minute: 0 };

function knownSource(secret: string, at: UnixMs, address: string): Source {
  const minute = Math.floor(at / MINUTE_MS);
  if (minute !== sourcesOf.minute || secret !== sourcesOf.secret || sources.size >= MAX_SOURCES) {
    sourcesOf = { secret, minute };
    sources.clear();
    networks.clear();
  }
  const known = sources.get(address);
  if (known) return known;
  const source = sourceOf(secret, utcDay(at), address);
  sources.set(address, source);
  return source;
}
