import type { HitId, UnixMs } from "#platform/rules/ids.ts";
import { MACHINE_FAMILIES } from "./agent.ts";
import { BURST_MS, evidenceOf, PROBE_MS, VOID_MS } from "./evidence.ts";
import type { Network } from "#platform/rules/network.ts";
import { type Spread, SPREAD_MS } from "./spread.ts";

/** Who made a hit: a person, an image proxy that says nothing about one, or a scanner. */
export type Verdict = "human" | "proxy" | "machine";

/** What the rules read of a hit. */
export type JudgedHit = {
  readonly id: HitId;
  readonly kind: "open" | "click";
  /** Null for opens, and for a click on the link that no person sees. */
  readonly url: string | null;
  readonly at: UnixMs;
  /** Hash of the address; null once forgotten. */
  readonly source: string | null;
  readonly agent: string;
  readonly prefetch: boolean;
  /** Asked for by HEAD: looked at, not opened. */
  readonly head?: boolean | undefined;
  /** The address is loopback or private: no scanner of the internet. */
  readonly private: boolean;
  readonly network?: Network | undefined;
};

export type Judgement = { readonly verdict: Verdict; readonly reasons: readonly string[] };

/** Every hit waits this long before it is judged, so that what a scanner does next is seen with it. */
export const HIT_HOLD_MS = 5_000;
/** Nobody reads a mail this soon after the server took it. */
const TOO_SOON_MS = 1_000;
/** Webmail's proxies and scanners' networks fetch by themselves for longer. */
const TOO_SOON_FOR_PROXIES_MS = 2_000;

/** Hits further apart than this cannot change each other's verdict. */
export const EVIDENCE_MS = VOID_MS + Math.max(BURST_MS, SPREAD_MS, PROBE_MS);

/**
 * The verdict on every hit of one message. `acceptedAt` is when the server took it, null when
 * that is not known. `filterBots: false` counts all as people but the hidden link and HEAD, which
 * nobody follows by hand. Takes n log n of the hits.
 */
export function judgeMessage(
  hits: readonly JudgedHit[],
  options: {
    readonly acceptedAt: UnixMs | null;
    readonly filterBots: boolean;
    /** Where one source clicked in the mail of too many people. */
    readonly spreads?: readonly Spread[];
  },
): Map<HitId, Judgement> {
  const evidence = options.filterBots ? evidenceOf(hits) : () => [];
  const judge = (hit: JudgedHit): Judgement => {
    if (isTrap(hit)) return { verdict: "machine", reasons: ["honeypot"] };
    if (hit.head === true) return { verdict: "machine", reasons: ["head"] };
    if (!options.filterBots) return { verdict: "human", reasons: ["filter_off"] };
    const reasons = [...ownReasons(hit), ...evidence(hit), ...contextReasons(hit, options)];
    if (reasons.length > 0) return { verdict: "machine", reasons };
    if (hit.kind === "open" && hit.agent === "apple_proxy" && !hit.private) {
      return { verdict: "proxy", reasons: ["apple_proxy"] };
    }
    return { verdict: "human", reasons: [] };
  };
  return new Map(hits.map((hit) => [hit.id, judge(hit)]));
}

const isTrap = (hit: JudgedHit): boolean => hit.kind === "click" && hit.url === null;

/** What a request says by itself. */
function ownReasons(hit: JudgedHit): string[] {
  const reasons: string[] = [];
  if (hit.prefetch) reasons.push("prefetch");
  if (!hit.private && MACHINE_FAMILIES.has(hit.agent)) reasons.push(`agent_${hit.agent}`);
  return reasons;
}

/** What is known beyond the message's own hits. Says nothing about private addresses, where no scanner of the internet is. */
function contextReasons(
  hit: JudgedHit,
  { acceptedAt, spreads = [] }: { acceptedAt: UnixMs | null; spreads?: readonly Spread[] },
): string[] {
  if (hit.private) return [];
  const reasons: string[] = [];
  const reach = hit.kind === "click" ? 0 : VOID_MS;
  if (spreads.some((spread) => isOf(hit, spread, reach))) reasons.push("spread");
  const age = acceptedAt === null ? Infinity : hit.at - acceptedAt;
  reasons.push(...networkReasons(hit, age));
  const webmail = hit.agent === "gmail_proxy" || hit.agent === "yahoo_proxy";
  const haste = hit.kind === "open" && webmail ? TOO_SOON_FOR_PROXIES_MS : TOO_SOON_MS;
  if (age < haste) reasons.push("too_soon");
  return reasons;
}

const isOf = (hit: JudgedHit, spread: Spread, reach: number): boolean =>
  hit.source === spread.source &&
  (hit.kind === "open" || hit.agent === spread.agent) &&
  hit.at >= spread.from - reach &&
  hit.at <= spread.to + reach;

/**
 * Exchange's gateways are certainly machines; other networks only count as one together with haste.
 */
function networkReasons(hit: JudgedHit, age: number): string[] {
  if (hit.network === "eop") return ["exchange_protection"];
  const isVendor =
    hit.network === "scanner" || (hit.kind === "click" && hit.network === "microsoft");
  return isVendor && age < TOO_SOON_FOR_PROXIES_MS ? ["scanner_network"] : [];
}
