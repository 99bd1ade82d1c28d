import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { paces } from "#modules/campaigns/schema/pacing.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import {
  GROWN_UP_DAYS,
  type JunkState,
  type Pace,
  type Slowed,
} from "#modules/campaigns/rules/pacing/pace.ts";
import type { SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** A pace as it is stored, with what its days have sent. */
export type PaceRow = Pace & {
  readonly domain: string;
  readonly recipients: string;
  readonly refusedAt: UnixMs | null;
  readonly refusal: string | null;
  readonly junkNote: string | null;
};

/** For audit lines: while a domain has a pace with a provider. */
export const whilePace = (
  workspaceId: WorkspaceId,
  { domain, recipients }: Pick<PaceRow, "domain" | "recipients">,
): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${paces} WHERE workspace_id = ${workspaceId} AND domain = ${domain} AND recipients = ${recipients})`;

/** Every pace of a workspace; `today` and the days before it are those of UTC. */
export const selectPaces = (db: Db, workspaceId: WorkspaceId, today: string): Promise<PaceRow[]> =>
  db.all<PaceRow>(sql`
    SELECT p.domain AS domain, p.recipients AS recipients, p.base AS base, p.refusals AS refusals,
      p.refused_at AS refusedAt, p.refusal AS refusal, p.held_until AS heldUntil,
      p.halved_from AS halvedFrom, p.halved_until AS halvedUntil, p.junk_state AS junkState,
      p.junk_note AS junkNote, p.since >= ${today} AS isUnclean,
      CASE WHEN p.base IS NULL THEN 0 ELSE (SELECT count(*) FROM (
        SELECT 1 FROM ${dailyUsage} d WHERE d.workspace_id = p.workspace_id AND d.scope = 'pace'
          AND d.key = p.domain || '/' || p.recipients AND d.day > p.since AND d.day < ${today} AND d.used > 0
        LIMIT ${GROWN_UP_DAYS})) END AS cleanDays,
      coalesce((SELECT d.used FROM ${dailyUsage} d WHERE d.workspace_id = p.workspace_id
        AND d.scope = 'pace' AND d.key = p.domain || '/' || p.recipients AND d.day = ${today}), 0) AS used
    FROM ${paces} p WHERE p.workspace_id = ${workspaceId}
    ORDER BY p.domain, p.recipients`);

/** Those of these sending domains whose first mailbox is younger than `since`. */
export async function selectNewDomains(
  db: Db,
  workspaceId: WorkspaceId,
  domains: readonly string[],
  since: UnixMs,
): Promise<string[]> {
  const rows = await db.all<{ domain: string }>(sql`
    SELECT m.domain AS domain FROM ${mailboxes} m
    WHERE +m.workspace_id = ${workspaceId} AND m.deleted_at IS NULL
      AND m.domain IN (SELECT value FROM json_each(${JSON.stringify(domains)}))
    GROUP BY 1 HAVING min(m.created_at) > ${since}`);
  return rows.map(({ domain }) => domain);
}

/** Paces that begin with mails which are being claimed. */
export const beginPaces = (
  db: Db,
  workspaceId: WorkspaceId,
  begun: readonly {
    readonly domain: string;
    readonly recipients: string;
    readonly base: number | null;
  }[],
  /** The day before their first. */
  since: string,
  now: UnixMs,
): Statement[] =>
  begun.length === 0
    ? []
    : [
        db.run(sql`
          INSERT INTO ${paces} (workspace_id, domain, recipients, base, since, created_at)
          SELECT ${workspaceId}, j.value->>'domain', j.value->>'recipients', j.value->>'base', ${since}, ${now}
          FROM json_each(${JSON.stringify(begun)}) j WHERE true
          ON CONFLICT DO NOTHING`),
      ];

/** Of these mails, the pace that each has a place of. */
export const selectPacesOfSends = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<{ id: SendId; key: string }[]> =>
  db.all(sql`
    SELECT s.id AS id, u.value->>1 AS key FROM ${sends} s, json_each(s.usage) u
    WHERE s.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +s.workspace_id = ${workspaceId}
      AND u.value->>0 = 'pace'`);

/** Of these mails, those whose pace holds everything now. */
export const selectHeldSends = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  now: UnixMs,
): Promise<{ id: number }[]> =>
  db.all(sql`
    SELECT s.id AS id FROM ${sends} s, json_each(s.usage) u JOIN ${paces} p
      ON p.workspace_id = ${workspaceId} AND p.domain || '/' || p.recipients = u.value->>1
    WHERE s.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +s.workspace_id = ${workspaceId}
      AND u.value->>0 = 'pace' AND (p.held_until > ${now} OR p.junk_state = 'paused')
      AND EXISTS (SELECT 1 FROM ${paces} h WHERE h.workspace_id = ${workspaceId}
        AND (h.held_until > ${now} OR h.junk_state = 'paused'))`);

/** The most that left of a pace on a day since then. */
export async function selectMostOfDay(
  db: Db,
  workspaceId: WorkspaceId,
  key: string,
  since: string,
): Promise<number> {
  const rows = await db.all<{ n: number | null }>(sql`
    SELECT max(used) AS n FROM ${dailyUsage}
    WHERE workspace_id = ${workspaceId} AND scope = 'pace' AND key = ${key} AND day >= ${since}`);
  return rows[0]?.n ?? 0;
}

/** Slows a pace down. */
export const writeSlowed = (
  db: Db,
  workspaceId: WorkspaceId,
  { domain, recipients }: Pick<PaceRow, "domain" | "recipients">,
  to: Slowed & { readonly refusal: string },
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${paces} SET base = ${to.base}, since = ${to.since}, refusals = ${to.refusals}, refused_at = ${now},
      refusal = ${to.refusal}, held_until = max(coalesce(held_until, 0), ${to.heldUntil}),
      halved_from = ${to.halvedFrom}, halved_until = ${to.halvedUntil}
    WHERE workspace_id = ${workspaceId} AND domain = ${domain} AND recipients = ${recipients}`);

/** What placement says of a pace. */
export const writeJunk = (
  db: Db,
  workspaceId: WorkspaceId,
  { domain, recipients }: Pick<PaceRow, "domain" | "recipients">,
  to: { readonly state: JunkState | null; readonly note: string; readonly halvedFrom: number },
): Statement =>
  db.run(sql`
    UPDATE ${paces} SET junk_state = ${to.state}, junk_note = ${to.note},
      halved_from = CASE WHEN halved_until IS NULL THEN ${to.halvedFrom} ELSE halved_from END
    WHERE workspace_id = ${workspaceId} AND domain = ${domain} AND recipients = ${recipients}`);

/** Lets a pace go on at once, whatever slowed it down. */
export const release = (
  db: Db,
  workspaceId: WorkspaceId,
  { domain, recipients }: Pick<PaceRow, "domain" | "recipients">,
): Statement =>
  db.all<{ done: number }>(sql`
    UPDATE ${paces} SET held_until = NULL, halved_until = NULL, halved_from = NULL, refusals = 0,
      junk_state = NULL
    WHERE workspace_id = ${workspaceId} AND domain = ${domain} AND recipients = ${recipients}
    RETURNING 1 AS done`);
