import { type SQL, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { containing } from "#platform/db/containing.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

/* Across the workspaces of a database: for admins of the install, and for one workspace by its id. */

/** A domain that a workspace's mailboxes send from. */
export type Pair = {
  readonly workspaceId: WorkspaceId;
  readonly domain: string;
  readonly mailboxes: number;
  /** Of its first mailbox. */
  readonly smtpHost: string;
};

/** Which domains are meant, and in which order. */
export type PairsQuery = {
  readonly q: string;
  readonly domain: string | null;
  readonly only: WorkspaceId | null;
  readonly sort: "domain" | "workspace";
  readonly order: "asc" | "desc";
};
/** The last domain of the page before. */
export type PairPlace = { readonly workspaceId: number; readonly domain: string };

const meant = ({
  q,
  domain,
  only,
}: PairsQuery): SQL => sql`m.deleted_at IS NULL AND w.deleted_at IS NULL AND m.smtp_host <> ${SANDBOX_HOST}
  ${only === null ? sql`` : sql`AND m.workspace_id = ${only}`}
  ${domain === null ? sql`` : sql`AND m.domain = ${domain}`}
  ${q === "" ? sql`` : sql`AND ${containing(sql`m.domain`, q)}`}`;

const from = sql`${mailboxes} m JOIN ${workspaces} w ON w.id = m.workspace_id`;

/** The next domains after a place. */
export async function selectPairs(
  db: Db,
  query: PairsQuery,
  after: PairPlace | null,
  limit: number,
): Promise<Pair[]> {
  const key =
    query.sort === "domain" ? sql`m.domain, m.workspace_id` : sql`m.workspace_id, m.domain`;
  const place =
    after &&
    (query.sort === "domain"
      ? sql`${after.domain}, ${after.workspaceId}`
      : sql`${after.workspaceId}, ${after.domain}`);
  const isUp = query.order === "asc";
  const further = place
    ? isUp
      ? sql`AND (${key}) > (${place})`
      : sql`AND (${key}) < (${place})`
    : sql``;
  const [first, second] =
    query.sort === "domain"
      ? [sql`m.domain`, sql`m.workspace_id`]
      : [sql`m.workspace_id`, sql`m.domain`];
  const direction = isUp ? sql`ASC` : sql`DESC`;
  const rows = await db.all<Pair & { first: number }>(sql`
    SELECT m.workspace_id AS "workspaceId", m.domain AS domain, count(*) AS mailboxes,
      m.smtp_host AS "smtpHost", min(m.id) AS first
    FROM ${from} WHERE ${meant(query)} ${further}
    GROUP BY m.domain, m.workspace_id ORDER BY ${first} ${direction}, ${second} ${direction} LIMIT ${limit}`);
  return rows.map(({ workspaceId, domain, mailboxes: n, smtpHost }) => ({
    workspaceId,
    domain,
    mailboxes: n,
    smtpHost,
  }));
}

/** How many there are. */
export async function countPairs(db: Db, query: PairsQuery): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM ${from} WHERE ${meant(query)} GROUP BY m.domain, m.workspace_id)`);
  return row?.n ?? 0;
}

/** The domains of these workspaces of a database, those with most mailboxes first. */
export const selectDomainsOf = (db: Db, ids: readonly WorkspaceId[], limit: number) =>
  db.all<{ workspaceId: WorkspaceId; domain: string }>(sql`
    SELECT workspace_id AS "workspaceId", domain FROM ${mailboxes}
    WHERE workspace_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND deleted_at IS NULL
    GROUP BY workspace_id, domain ORDER BY count(*) DESC, min(id) LIMIT ${limit}`);
