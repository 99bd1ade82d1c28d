import { type LookupAddress, promises as dns } from "node:dns";

/** Finds every address of a name. Rejects with an error whose code is one of DNS. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });

/**
 * Asks the name servers directly: the system's look-up holds one of four threads while a dead
 * server does not answer, so that a few bad names would delay all others. It is asked only for
 * names that DNS does not know, such as those of the hosts file.
 */
export const resolveHost: ResolveHost = async (hostname) => {
  // Names below it are this machine's by definition (RFC 6761 6.3), whatever a name server says.
  if (hostname.endsWith(".localhost")) return LOOPBACK;
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found = [
    ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length > 0) return found;
  const failures = [v4, v6].filter((result) => result.status === "rejected");
  const silent = failures.find((failure) => !isUnknown(failure.reason));
  if (silent) throw silent.reason;
  return dns.lookup(hostname, { all: true });
};

const LOOPBACK: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

const isUnknown = (reason: unknown): boolean =>
  reason instanceof Error &&
  "code" in reason &&
  (reason.code === "ENOTFOUND" || reason.code === "ENODATA");
