import type { Agreement } from "#platform/rules/dns/agree.ts";
import type { Finding, RecordState } from "#platform/rules/dns/finding.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";

/** Whether https answers at a host as this install. `pending`: not known yet. */
export type Ssl = "pending" | "active" | "failed";
export type Agreed = Finding & { readonly agreement: Agreement };

/** What DNS says about the two records of a tracking host. */
export type HostFacts = { readonly cname: Agreed; readonly owner: Agreed };

export type HostState = {
  readonly status: "pending" | "verified" | "failed";
  readonly misses: number;
  readonly createdAt: UnixMs;
};

/** One wrong answer may be a change on its way. */
const MISSES_TO_FAIL = 2;

/**
 * What a check makes of a host: verified when all its records are right and https answers as
 * this install; no longer so when that is found wrong twice. Trouble of resolvers or of the network
 * changes nothing, except that nothing new is believed.
 */
export function nextState(
  host: HostState,
  found: { readonly records: readonly RecordState[]; readonly ssl: Ssl },
  now: UnixMs,
): { readonly status: HostState["status"]; readonly misses: number; readonly dueAt: UnixMs } {
  const isRight = found.records.every((one) => one === "pass") && found.ssl === "active";
  if (isRight) return { status: "verified", misses: 0, dueAt: later(now, 6 * HOUR_MS) };
  const isWrong = found.records.includes("fail") || found.ssl === "failed";
  if (host.status !== "verified")
    return { status: host.status, misses: 0, dueAt: waiting(host, now) };
  const misses = isWrong ? host.misses + 1 : host.misses;
  return misses >= MISSES_TO_FAIL
    ? { status: "failed", misses, dueAt: later(now, HOUR_MS) }
    : { status: "verified", misses, dueAt: later(now, 10 * MINUTE_MS) };
}

/** A host as it stands after a check; trouble says nothing new about its certificate. */
export function afterCheck(
  host: HostState & { readonly ssl: Ssl; readonly verifiedAt: UnixMs | null },
  found: { readonly records: readonly RecordState[]; readonly ssl: Ssl },
  now: UnixMs,
) {
  const next = nextState(host, found, now);
  return {
    ...next,
    ssl: found.ssl === "pending" && host.status === "verified" ? host.ssl : found.ssl,
    checkedAt: now,
    verifiedAt: next.status === "verified" ? (host.verifiedAt ?? now) : host.verifiedAt,
  };
}

/** Somebody is at it in the first minutes; records take up to a day. */
function waiting(host: HostState, now: UnixMs): UnixMs {
  const age = now - host.createdAt;
  if (host.status === "failed") return later(now, HOUR_MS);
  return later(now, age < 15 * MINUTE_MS ? MINUTE_MS : age < DAY_MS ? 5 * MINUTE_MS : HOUR_MS);
}
