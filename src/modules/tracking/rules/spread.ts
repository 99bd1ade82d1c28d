import type { UnixMs } from "#platform/rules/ids.ts";

/** A click as the rule over many messages sees it. */
export type SpreadClick = {
  readonly source: string;
  readonly agent: string;
  readonly at: UnixMs;
  readonly leadId: number;
  readonly campaignId: number;
  /** Of the address that was written to. */
  readonly domain: string;
};

/** When one source with one program clicked in the mail of too many people. */
export type Spread = {
  readonly source: string;
  readonly agent: string;
  readonly from: UnixMs;
  readonly to: UnixMs;
};

/** This many leads of different campaigns or domains in this time (mail, rule 3): one machine reads for many. */
const SPREAD_LEADS = 5;
export const SPREAD_MS = 5_000;

/** Image proxies stand for many people by their nature. */
const PROXIES = new Set(["gmail_proxy", "yahoo_proxy", "apple_proxy"]);

/** A whole office behind one address clicks in one campaign of its own domain, and is no machine. */
export function spreadsOf(clicks: readonly SpreadClick[]): Spread[] {
  const spreads: Spread[] = [];
  const bySource = Map.groupBy(
    clicks.filter((click) => !PROXIES.has(click.agent)),
    ({ source, agent }) => `${source} ${agent}`,
  );
  for (const own of bySource.values()) {
    own.sort((a, b) => a.at - b.at);
    let first = 0;
    for (const [i, last] of own.entries()) {
      while (last.at - (own[first]?.at ?? last.at) > SPREAD_MS) first++;
      const span = own.slice(first, i + 1);
      const leads = new Set(span.map((click) => click.leadId));
      const places = new Set(span.map(({ campaignId, domain }) => `${campaignId} ${domain}`));
      if (leads.size < SPREAD_LEADS || places.size < SPREAD_LEADS) continue;
      const from = span[0]?.at ?? last.at;
      spreads.push({ source: last.source, agent: last.agent, from, to: last.at });
    }
  }
  return spreads;
}
