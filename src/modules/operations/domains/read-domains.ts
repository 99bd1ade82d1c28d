import { trackingHostsOf, type KnownHost } from "#modules/links/tracking-domains/all-hosts.ts";
import { productOf } from "#modules/links/rules/tracking-products.ts";
import type { DomainFacts } from "#modules/mailboxes/rules/dns/domain-facts.ts";
import {
  expectedRecords,
  type Sending,
  uncheckedDomain,
} from "#modules/mailboxes/rules/dns/expect.ts";
import { isLacking } from "#modules/mailboxes/rules/dns/wanted-records.ts";
import { presetOfDomain } from "#modules/mailboxes/rules/preset-of.ts";
import { factsOf } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { sendingOf } from "#modules/mailboxes/sending-domains/verify-dns.ts";
import type { DomainLack } from "#modules/operations/contract/domains.ts";
import { databasesOf, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { type Pair, type PairPlace, type PairsQuery, selectPairs } from "./pairs-store.ts";
import { selectWorkspaceNames } from "./places-store.ts";

/** A domain of a workspace with all that is known of it. */
export type DomainRow = Pair & {
  readonly workspaceName: string;
  readonly sending: Sending;
  readonly isProviders: boolean;
  readonly facts: DomainFacts | null;
  readonly checkedAt: UnixMs | null;
  readonly records: readonly RecordCheck[];
  readonly tracking: KnownHost | null;
  readonly pointsTo: { readonly target: string; readonly product: string | null } | null;
  readonly lacks: readonly DomainLack[];
};

/** Which rows are shown, beyond what a database can tell. */
export type LackFilter = ReadonlySet<DomainLack | "any"> | null;

/** Domains that are looked at for one page where few of them are shown. */
const PORTION = 250;
const MAX_PORTIONS = 20;

/**
 * The next domains after a place, up to `wanted` of them, over all databases or the one workspace's;
 * nobody is asked. A filter by what is lacking looks at 5,000 at most: `after` tells where it
 * stopped, null at the end.
 */
export async function readDomains(
  deps: Deps,
  query: PairsQuery,
  lacks: LackFilter,
  from: PairPlace | null,
  wanted: number,
): Promise<{ rows: DomainRow[]; after: PairPlace | null }> {
  const rows: DomainRow[] = [];
  let after = from;
  const portion = lacks ? PORTION : wanted;
  for (let i = 0; i < MAX_PORTIONS; i++) {
    const { pairs, isEnd } = await nextPairs(deps, query, after, portion);
    const known = await withFacts(deps, pairs);
    for (const row of known) {
      if (rows.length === wanted) return { rows, after };
      after = { workspaceId: row.workspaceId, domain: row.domain };
      if (isMeant(row, lacks)) rows.push(row);
    }
    if (isEnd) return { rows, after: null };
    if (rows.length === wanted) break;
  }
  return { rows, after };
}

const isMeant = ({ lacks }: DomainRow, filter: LackFilter): boolean =>
  filter === null ||
  (filter.has("any") && lacks.length > 0) ||
  lacks.some((name) => filter.has(name));

async function nextPairs(
  deps: Deps,
  query: PairsQuery,
  after: PairPlace | null,
  limit: number,
): Promise<{ pairs: Pair[]; isEnd: boolean }> {
  const databases =
    query.only === null ? await databasesOf(deps) : [inWorkspace(deps, query.only).db];
  const all = await Promise.all(databases.map((db) => selectPairs(db, query, after, limit + 1)));
  const pairs = all.length === 1 ? all.flat() : all.flat().toSorted(inOrder(query));
  return { pairs: pairs.slice(0, limit), isEnd: pairs.length <= limit };
}

function inOrder({ sort, order }: PairsQuery) {
  const sign = order === "asc" ? 1 : -1;
  return (a: Pair, b: Pair): number => {
    const domain = a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0;
    const place = a.workspaceId - b.workspaceId;
    return sign * (sort === "domain" ? domain || place : place || domain);
  };
}

async function withFacts(deps: Deps, pairs: readonly Pair[]): Promise<DomainRow[]> {
  if (pairs.length === 0) return [];
  const ids: WorkspaceId[] = [...new Set(pairs.map(({ workspaceId }) => workspaceId))];
  const [facts, hosts, names] = await Promise.all([
    factsOf(deps, [...new Set(pairs.map(({ domain }) => domain))]),
    trackingHostsOf(deps, ids),
    selectWorkspaceNames(deps.install, ids),
  ]);
  return pairs.map((pair) => {
    const known = facts.get(pair.domain);
    return judged(pair, {
      name: names.get(pair.workspaceId) ?? "",
      facts: known?.facts ?? null,
      checkedAt: known?.checkedAt ?? null,
      tracking: hosts.get(pair.workspaceId) ?? null,
    });
  });
}

type Known = {
  readonly name: string;
  readonly facts: DomainFacts | null;
  readonly checkedAt: UnixMs | null;
  readonly tracking: KnownHost | null;
};

function judged(pair: Pair, { name, facts, checkedAt, tracking }: Known): DomainRow {
  const sending = sendingOf(pair.smtpHost);
  const isProviders = presetOfDomain(pair.domain) !== null;
  const own = facts
    ? expectedRecords(pair.domain, facts, sending)
    : uncheckedDomain(pair.domain, sending);
  const isTracked = tracking?.row.status === "verified";
  const lacks = lacksOf(pair, facts);
  return {
    ...pair,
    workspaceName: name,
    sending,
    isProviders,
    facts,
    checkedAt,
    records: [...own, ...(tracking?.records ?? [])],
    tracking,
    pointsTo: elsewhere(tracking),
    lacks: isTracked || isProviders ? lacks : [...lacks, "tracking"],
  };
}

/** The name of another place that a tracking host leads to. */
function elsewhere(tracking: KnownHost | null): DomainRow["pointsTo"] {
  const found = tracking?.row.found?.cname;
  const [target] = found?.code === "wrong_target" ? found.found : [];
  return target === undefined ? null : { target, product: productOf(target) };
}

/** What the records of a domain lack, beside a tracking domain; nothing where they are the provider's. */
export function lacksOf(
  { domain, smtpHost }: Pick<Pair, "domain" | "smtpHost">,
  facts: DomainFacts | null,
): DomainLack[] {
  if (presetOfDomain(domain) !== null) return [];
  const sending = sendingOf(smtpHost);
  const own = facts ? expectedRecords(domain, facts, sending) : uncheckedDomain(domain, sending);
  return own.filter(isLacking).map((check) => check.name as DomainLack);
}
