import type { DomainsQuery, SendingDomainList } from "#modules/operations/contract/domains.ts";
import { databasesOf, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { countPairs, type PairPlace, type PairsQuery } from "./pairs-store.ts";
import { presentDomain } from "./present.ts";
import { type LackFilter, readDomains } from "./read-domains.ts";

type Which = Pick<DomainsQuery, "q" | "lacks" | "sort" | "order">;

/** What a query means to the databases. */
export const pairsQuery = (
  { q = "", sort, order }: Which,
  only: WorkspaceId | null,
  domain: string | null = null,
): PairsQuery => ({ q: q.trim().toLowerCase(), domain, only, sort, order });

export const lackFilter = ({ lacks }: Which): LackFilter => (lacks ? new Set(lacks) : null);

/** The domains that mailboxes send from, of all workspaces or `only` one, as DNS was found last. */
export async function listDomains(
  deps: Deps,
  query: Which & Pick<DomainsQuery, "limit" | "cursor">,
  only: WorkspaceId | null,
): Promise<SendingDomainList> {
  const pairs = pairsQuery(query, only);
  const lacks = lackFilter(query);
  const from = query.cursor === undefined ? null : placeOf(query.cursor);
  const [{ rows, after }, total] = await Promise.all([
    readDomains(deps, pairs, lacks, from, query.limit),
    lacks ? null : countAll(deps, pairs),
  ]);
  return { data: rows.map(presentDomain), total, next_cursor: after && cursorOf(after) };
}

async function countAll(deps: Deps, query: PairsQuery): Promise<number> {
  const databases =
    query.only === null ? await databasesOf(deps) : [inWorkspace(deps, query.only).db];
  const counts = await Promise.all(databases.map((db) => countPairs(db, query)));
  return counts.reduce((sum, n) => sum + n, 0);
}

const cursorOf = ({ workspaceId, domain }: PairPlace): string =>
  Buffer.from(`${workspaceId} ${domain}`).toString("base64url");

function placeOf(cursor: string): PairPlace {
  const [, id, domain] =
    /^(\d{1,15}) (\S{1,300})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (id === undefined || domain === undefined) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  return { workspaceId: Number(id), domain };
}
