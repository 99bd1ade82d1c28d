import { covers, denseSpans, mergeSpans, type Span } from "#modules/links/rules/spans.ts";
import type { JudgedHit } from "./verdict.ts";

/** How a message's hits show that a machine is at work around a moment. */
const REASONS = ["honeypot", "head", "burst"] as const;
export type EvidenceReason = (typeof REASONS)[number];

/** This many different links of one message from one source in this time are a burst. */
const BURST_LINKS = 3;
export const BURST_MS = 2_000;
/** From several addresses two links in that time are enough: a person reads from one. */
const CROWD = { links: 2, sources: 2, withinMs: BURST_MS };
/** How far around the hidden link, or a look at several links by HEAD, no click counts. */
export const VOID_MS = 10_000;
export const PROBE_MS = 10_000;
/** A look by HEAD at this many links is a scanner's; at one it may be a program before a person's click. */
const PROBE = { links: 2, sources: 1, withinMs: PROBE_MS };

const ANY = "";
type Kind = JudgedHit["kind"];

/**
 * The machines that the hits of one message reveal, as an answer to: which of these reasons count
 * against a hit? A scanner loads the pixel beside the links, so the opens of its address fall
 * with its clicks, and those of any address only next to them. Takes n log n of the hits.
 */
export function evidenceOf(hits: readonly JudgedHit[]): (hit: JudgedHit) => EvidenceReason[] {
  const found = new Map<string, Span[]>();
  const blame = (
    reason: EvidenceReason,
    kind: Kind,
    source: string,
    { from, to }: Span,
    reach: number,
  ): void => {
    const key = keyOf(reason, kind, source);
    const spans = found.get(key) ?? [];
    spans.push({ from: from - reach, to: to + reach });
    found.set(key, spans);
  };

  const clicks = hits.filter((hit) => hit.kind === "click");
  for (const { url, at, source } of clicks) {
    if (url !== null) continue;
    const moment = { from: at, to: at };
    blame("honeypot", "click", ANY, moment, VOID_MS);
    blame("honeypot", "open", ANY, moment, BURST_MS);
    if (source !== null) blame("honeypot", "open", source, moment, VOID_MS);
  }

  const heads = hits.filter((hit) => hit.head === true);
  for (const { at, source } of heads) {
    if (source === null) continue;
    for (const kind of ["click", "open"] as const) {
      blame("head", kind, source, { from: at, to: at }, VOID_MS);
    }
  }
  for (const span of denseSpans(
    heads.filter((hit) => hit.kind === "click"),
    PROBE,
  )) {
    blame("head", "click", ANY, span, VOID_MS);
    blame("head", "open", ANY, span, BURST_MS);
  }

  const known = clicks.filter((hit) => hit.source !== null);
  for (const span of denseSpans(known, CROWD)) {
    blame("burst", "click", ANY, span, 0);
    blame("burst", "open", ANY, span, BURST_MS);
  }
  for (const [source, own] of Map.groupBy(known, (hit) => `${hit.source}`)) {
    for (const span of denseSpans(own, { links: BURST_LINKS, sources: 1, withinMs: BURST_MS })) {
      blame("burst", "click", source, span, 0);
      blame("burst", "open", source, span, VOID_MS);
      blame("burst", "open", ANY, span, BURST_MS);
    }
  }

  const spans = new Map([...found].map(([key, own]) => [key, mergeSpans(own)]));
  const lies = (hit: JudgedHit, reason: EvidenceReason, source: string): boolean =>
    covers(spans.get(keyOf(reason, hit.kind, source)) ?? [], hit.at);
  return (hit) =>
    REASONS.filter(
      (reason) => lies(hit, reason, ANY) || (hit.source !== null && lies(hit, reason, hit.source)),
    );
}

const keyOf = (reason: EvidenceReason, kind: Kind, source: string): string =>
  `${reason} ${kind} ${source}`;
