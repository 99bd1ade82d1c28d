import type { HitId, UnixMs } from "#domain/ids.ts";
import { MACHINE_FAMILIES } from "./agent.ts";
import type { Network } from "./network.ts";
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
  /** The address is loopback or private: no scanner of the internet. */
  readonly private: boolean;
  readonly network?: Network | undefined;
};

export type Judgement = { readonly verdict: Verdict; readonly reasons: readonly string[] };

/** Contract 2.10: click events wait this long, so that a burst is seen whole. */
export const CLICK_HOLD_MS = 5_000;
/** A burst (mail, rule 3): this many distinct links of one message from one source in this time. */
const BURST_LINKS = 3;
const BURST_MS = 2_000;
/** A hit on the hidden link voids the message's clicks this far around it, and a burst its source's opens. */
const VOID_MS = 10_000;
/** Who hits sooner after the server took the message has not read it; a webmail proxy that fetches sooner after the server took the message does so by itself (mail, rule 4). */
const TOO_SOON_MS = 2_000;

/** Hits further apart than this cannot change each other's verdict. */
export const EVIDENCE_MS = VOID_MS + Math.max(BURST_MS, SPREAD_MS);

/**
 * The verdict on every hit of one message (mail 8). `sentAt` is when the server took it, null when
 * that is not known. `filterBots: false` counts all as people, the hidden link excepted.
 */
export function judgeMessage(
  hits: readonly JudgedHit[],
  options: {
    readonly sentAt: UnixMs | null;
    readonly filterBots: boolean;
    /** Where one source clicked in the mail of too many people. */
    readonly spreads?: readonly Spread[];
  },
): Map<HitId, Judgement> {
  const traps = hits.filter(isTrap);
  const bursts = options.filterBots ? burstsOf(hits) : [];
  const judge = (hit: JudgedHit): Judgement => {
    if (isTrap(hit)) return { verdict: "machine", reasons: ["honeypot"] };
    if (!options.filterBots) return { verdict: "human", reasons: ["filter_off"] };
    const reasons = machineReasons(hit, traps, bursts, options);
    if (reasons.length > 0) return { verdict: "machine", reasons };
    if (hit.kind === "open" && hit.agent === "apple_proxy" && !hit.private) {
      return { verdict: "proxy", reasons: ["apple_proxy"] };
    }
    return { verdict: "human", reasons: [] };
  };
  return new Map(hits.map((hit) => [hit.id, judge(hit)]));
}

const isTrap = (hit: JudgedHit): boolean => hit.kind === "click" && hit.url === null;

type Burst = { readonly source: string; readonly from: number; to: number };

function machineReasons(
  hit: JudgedHit,
  traps: readonly JudgedHit[],
  bursts: readonly Burst[],
  { sentAt, spreads = [] }: { sentAt: UnixMs | null; spreads?: readonly Spread[] },
): string[] {
  const reasons: string[] = [];
  if (hit.prefetch) reasons.push("prefetch");
  if (!hit.private && MACHINE_FAMILIES.has(hit.agent)) reasons.push(`agent_${hit.agent}`);
  if (hit.kind === "click" && traps.some((trap) => Math.abs(trap.at - hit.at) <= VOID_MS)) {
    reasons.push("honeypot");
  }
  // The burst itself, and the open of the scanner that made it.
  const reach = hit.kind === "click" ? 0 : VOID_MS;
  if (
    bursts.some(
      (b) => b.source === hit.source && hit.at >= b.from - reach && hit.at <= b.to + reach,
    )
  ) {
    reasons.push("burst");
  }
  if (!hit.private && spreads.some((spread) => isOf(hit, spread, reach))) reasons.push("spread");
  if (!hit.private) reasons.push(...networkReasons(hit, sentAt));
  const webmail = hit.agent === "gmail_proxy" || hit.agent === "yahoo_proxy";
  if (hit.kind === "open" && webmail && !hit.private && sentAt !== null) {
    if (hit.at - sentAt < TOO_SOON_MS) reasons.push("too_soon");
  }
  return reasons;
}

const isOf = (hit: JudgedHit, spread: Spread, reach: number): boolean =>
  hit.source === spread.source &&
  (hit.kind === "open" || hit.agent === spread.agent) &&
  hit.at >= spread.from - reach &&
  hit.at <= spread.to + reach;

/** Exchange's gateways are machines for certain; other networks only tell together with haste (mail, rules 2 and 4). */
function networkReasons(hit: JudgedHit, sentAt: UnixMs | null): string[] {
  if (hit.network === "eop") return ["exchange_protection"];
  const isVendor =
    hit.network === "scanner" || (hit.kind === "click" && hit.network === "microsoft");
  const isHasty = sentAt !== null && hit.at - sentAt < TOO_SOON_MS;
  return isVendor && isHasty ? ["scanner_network"] : [];
}

/** Where one source followed `BURST_LINKS` distinct links within `BURST_MS`; spans that overlap are one. */
function burstsOf(hits: readonly JudgedHit[]): Burst[] {
  const bySource = new Map<string, JudgedHit[]>();
  for (const hit of hits) {
    if (hit.kind !== "click" || hit.source === null) continue;
    const clicks = bySource.get(hit.source);
    if (clicks) clicks.push(hit);
    else bySource.set(hit.source, [hit]);
  }
  const bursts: Burst[] = [];
  for (const [source, clicks] of bySource) {
    clicks.sort((a, b) => a.at - b.at);
    let first = 0;
    const inSpan = new Map<string, number>();
    for (const last of clicks) {
      inSpan.set(`${last.url}`, (inSpan.get(`${last.url}`) ?? 0) + 1);
      for (
        let click = clicks[first];
        click && last.at - click.at > BURST_MS;
        click = clicks[++first]
      ) {
        const left = (inSpan.get(`${click.url}`) ?? 1) - 1;
        if (left === 0) inSpan.delete(`${click.url}`);
        else inSpan.set(`${click.url}`, left);
      }
      const from = clicks[first]?.at;
      if (from === undefined || inSpan.size < BURST_LINKS) continue;
      const before = bursts.at(-1);
      if (before?.source === source && before.to >= from) before.to = last.at;
      else bursts.push({ source, from, to: last.at });
    }
  }
  return bursts;
}
