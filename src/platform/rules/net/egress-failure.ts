/** The six words that a caller learns about a failed request; more would map the inner network. */
export type NetworkFailure = "timeout" | "refused" | "dns" | "tls" | "blocked" | "reset";

/** Thrown where a connection would have reached an address that it may not reach. */
export class BlockedAddress extends Error {
  override readonly name = "BlockedAddress";
  readonly code = "BLOCKED_ADDRESS";
}

/** Thrown where a body ends before its time. */
export class BrokenDownload extends Error {
  override readonly name = "BrokenDownload";
  readonly failure: NetworkFailure;
  constructor(failure: NetworkFailure, options?: { cause: unknown }) {
    super(failure, options);
    this.failure = failure;
  }
}

/** First match wins. Codes are those of Node and undici, words those of workerd, which has no codes. */
const WORDS: readonly (readonly [RegExp, NetworkFailure])[] = [
  [/BLOCKED_ADDRESS|restrictPeers|not permitted to access|disallowed/i, "blocked"],
  [/TimeoutError|AbortError|TIMEDOUT|ETIMEOUT|_TIMEOUT\b|\btimed out\b/i, "timeout"],
  [/ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED\b|\bDNS\b/i, "dns"],
  [/CERT|\bERR_TLS|ERR_SSL|EPROTO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|\b(TLS|SSL)\b/i, "tls"],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/i, "refused"],
  // All that workerd reports about a name that has no address, or a handshake that failed.
  [/^Error internal error/, "refused"],
];

/**
 * The word for whatever a request threw, causes and parts of an aggregate included. What is not
 * recognised is `reset`: the connection was there and then was not.
 */
export function networkFailure(thrown: unknown): NetworkFailure {
  const texts = describeAll(thrown, 0);
  for (const [pattern, word] of WORDS) {
    if (texts.some((text) => pattern.test(text))) return word;
  }
  return "reset";
}

function describeAll(thrown: unknown, depth: number): string[] {
  if (!(thrown instanceof Error) || depth > 5) return [];
  const { code } = thrown as { code?: unknown };
  const parts = thrown instanceof AggregateError ? thrown.errors : [];
  return [
    // A message may quote the host that the tenant typed, so it counts only where there is no code.
    typeof code === "string" ? code : `${thrown.name} ${thrown.message}`,
    ...parts.flatMap((part) => describeAll(part, depth + 1)),
    ...describeAll(thrown.cause, depth + 1),
  ];
}
