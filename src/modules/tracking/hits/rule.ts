import { createHash } from "node:crypto";
import type { HitId, SendId, UnixMs } from "#platform/rules/ids.ts";
import type { Spread } from "#modules/tracking/rules/spread.ts";
import { judgeMessage, type Judgement, type Verdict } from "#modules/tracking/rules/verdict.ts";
import type { Count } from "#modules/campaigns/stats/stat-statement.ts";
import type { Change, JudgedSend, Ruling, StoredHit } from "./judge-store.ts";

/** The result of a set of hits: verdicts, changed messages, counters, and events. */
export type Rulings = {
  readonly hits: readonly Ruling[];
  readonly messages: readonly Change[];
  readonly counts: readonly Count[];
  readonly news: readonly News[];
};

/** A first: the open or click of a person that an event reports. */
export type News = {
  readonly send: JudgedSend;
  readonly hit: StoredHit;
  readonly dedupeKey: string;
};

/**
 * Rules on the due hits of these messages in the light of all their hits. A hit that was taken for
 * a person's becomes a machine's when later evidence shows it, never the other way round.
 */
export function ruleOnHits(
  sends: readonly JudgedSend[],
  stored: readonly StoredHit[],
  due: ReadonlySet<HitId>,
  filterBots: boolean,
  spreads: readonly Spread[] = [],
): Rulings {
  const bySend = Map.groupBy(stored, (hit) => hit.sendId);
  const rulings: Ruling[] = [];
  const messages: Change[] = [];
  const counts: Count[] = [];
  const news: News[] = [];
  for (const send of sends) {
    const own = bySend.get(send.id) ?? [];
    const judged = judgeMessage(own, { acceptedAt: send.acceptedAt, filterBots, spreads });
    const changed = own.flatMap((hit) => ruleOn(hit, judged.get(hit.id), due));
    const verdicts = new Map(changed.map(({ id, to }) => [id, to.verdict]));
    const people = own.filter((hit) => (verdicts.get(hit.id) ?? hit.verdict) === "human");
    const exposed = own.filter((hit) => hit.verdict !== null && verdicts.has(hit.id));
    const change: Change = {
      id: send.id,
      openedAt: [send.openedAt, first(send.openedAt, people, exposed, "open")],
      clickedAt: [send.clickedAt, first(send.clickedAt, people, exposed, "click")],
    };
    rulings.push(...changed);
    messages.push(change);
    counts.push(...countsOf(send, own, changed, change));
    const fresh = people.filter((hit) => hit.verdict === null && due.has(hit.id));
    news.push(...newsOf(send, fresh, change));
  }
  return { hits: rulings, messages, counts, news };
}

function ruleOn(hit: StoredHit, to: Judgement | undefined, due: ReadonlySet<HitId>): Ruling[] {
  if (!to) return [];
  const isFresh = hit.verdict === null && due.has(hit.id);
  const isExposed = hit.verdict !== null && hit.verdict !== "machine" && to.verdict === "machine";
  return isFresh || isExposed ? [{ id: hit.id, from: hit.verdict, to }] : [];
}

/** The time of the first hit of a person. A known one stays unless its hit was exposed; then the next takes its place. */
function first(
  known: UnixMs | null,
  people: readonly StoredHit[],
  exposed: readonly StoredHit[],
  kind: StoredHit["kind"],
): UnixMs | null {
  const timesOf = (hits: readonly StoredHit[]) =>
    hits.filter((hit) => hit.kind === kind).map((hit) => hit.at);
  if (known !== null && !timesOf(exposed).includes(known)) return known;
  return timesOf(people).reduce<UnixMs | null>(
    (min, at) => (min === null || at < min ? at : min),
    null,
  );
}

const METRICS = {
  open: { human: "opens", unique: "unique_opens", machine: "machine_opens" },
  click: { human: "clicks", unique: "unique_clicks", machine: "machine_clicks" },
} as const;

function countsOf(
  send: JudgedSend,
  hits: readonly StoredHit[],
  rulings: readonly Ruling[],
  change: Change,
): Count[] {
  const { campaignId, stepId, variant, mailboxId } = send;
  const count = (metric: Count["metric"], at: UnixMs, by = 1): Count => ({
    metric,
    at,
    by,
    campaignId,
    stepId,
    variant,
    mailboxId,
  });
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const counts = rulings.flatMap(({ id, from, to }): Count[] => {
    const hit = byId.get(id);
    if (!hit) return [];
    const was = side(from);
    const is = side(to.verdict);
    if (was === is) return [];
    const metrics = METRICS[hit.kind];
    return [
      ...(was === null ? [] : [count(metrics[was], hit.at, -1)]),
      ...(is === null ? [] : [count(metrics[is], hit.at)]),
    ];
  });
  const unique = (metric: Count["metric"], [from, to]: Change["openedAt"]): Count[] => {
    if (from === to) return [];
    return [
      ...(from === null ? [] : [count(metric, from, -1)]),
      ...(to === null ? [] : [count(metric, to)]),
    ];
  };
  return [
    ...counts,
    ...unique(METRICS.open.unique, change.openedAt),
    ...unique(METRICS.click.unique, change.clickedAt),
  ];
}

/** Which counter a verdict belongs to: proxies are counted with the machines, apart from people. */
const side = (verdict: Verdict | null): "human" | "machine" | null =>
  verdict === null ? null : verdict === "human" ? "human" : "machine";

/** One open for each message, one click for each message and link. */
function newsOf(send: JudgedSend, fresh: readonly StoredHit[], change: Change): News[] {
  const news = new Map<string, News>();
  for (const hit of fresh.toSorted((a, b) => a.at - b.at)) {
    if (hit.kind === "open" && (change.openedAt[0] !== null || hit.at !== change.openedAt[1]))
      continue;
    const dedupeKey = hit.kind === "open" ? `open:${send.id}` : clickKey(send.id, hit.url ?? "");
    if (!news.has(dedupeKey)) news.set(dedupeKey, { send, hit, dedupeKey });
  }
  return [...news.values()];
}

const clickKey = (sendId: SendId, url: string): string =>
  `click:${sendId}:${createHash("sha256").update(url).digest("base64url").slice(0, 22)}`;
