import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { type InstallDb, type InstallStatement } from "#platform/db/db.ts";
import { installSuppressions } from "#modules/leads/schema/install-suppressions.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

const s = installSuppressions;

export type InstallSuppressionRow = typeof s.$inferSelect;
export type InstallCause = InstallSuppressionRow["cause"];

export type NewInstallSuppression = {
  readonly kind: InstallSuppressionRow["kind"];
  readonly hash: string;
  readonly cause: InstallCause;
  readonly workspaceId: WorkspaceId | null;
};

/** The version of the list: that of its last change. */
export async function selectListVersion(db: InstallDb): Promise<number> {
  const rows = await db.all<{ version: number }>(
    sql`SELECT coalesce(max(version), 0) AS version FROM ${s}`,
  );
  return rows[0]?.version ?? 0;
}

/**
 * Adds entries under the next versions, or puts back what was taken off; one that stands keeps its
 * first cause, unless its owner is erased. Answers the hashes that this changed.
 */
export const insertEntries = (
  db: InstallDb,
  entries: readonly NewInstallSuppression[],
  by: { readonly hashKey: string; readonly userId: UserId | null; readonly now: UnixMs },
): InstallStatement =>
  db.all<{ hash: string }>(sql`
    INSERT INTO ${s} (kind, hash, hash_key, cause, from_workspace, version, created_by, created_at)
    SELECT v->>0, v->>1, ${by.hashKey}, v->>2, v->>3,
      (SELECT coalesce(max(version), 0) FROM ${s}) + row_number() OVER (), ${by.userId}, ${by.now}
    FROM (SELECT value AS v FROM json_each(${JSON.stringify(
      entries.map((e) => [e.kind, e.hash, e.cause, e.workspaceId]),
    )}) LIMIT -1) WHERE true
    ON CONFLICT (hash) DO UPDATE SET cause = excluded.cause, from_workspace = excluded.from_workspace,
      version = excluded.version, created_by = excluded.created_by, created_at = excluded.created_at, removed_at = NULL
      WHERE removed_at IS NOT NULL OR (excluded.cause = 'erased' AND cause <> 'erased')
    RETURNING hash`);

/** Takes an entry off, under the next version; no row where it is off already. Answers its id. */
export const removeEntry = (db: InstallDb, id: number, now: UnixMs): InstallStatement =>
  db.all<{ id: number }>(sql`
    UPDATE ${s} SET removed_at = ${now}, version = (SELECT max(version) + 1 FROM ${s})
    WHERE id = ${id} AND removed_at IS NULL AND cause <> 'erased' RETURNING id`);

/** The condition of the audit line that stands before `removeEntry`. */
export const stillListed = (id: number) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${s} WHERE id = ${id} AND removed_at IS NULL AND cause <> 'erased')`;

export type Change = {
  readonly hash: string;
  readonly version: number;
  readonly isListed: boolean;
};

/** Changes behind a version, the oldest first. */
export async function selectChanges(
  db: InstallDb,
  after: number,
  limit: number,
): Promise<readonly Change[]> {
  const rows = await db.all<{ hash: string; version: number; listed: number }>(sql`
    SELECT hash, version, removed_at IS NULL AS listed FROM ${s}
    WHERE version > ${after} ORDER BY version LIMIT ${limit}`);
  return rows.map(({ hash, version, listed }) => ({ hash, version, isListed: listed === 1 }));
}

export type InstallSuppressionFilter = {
  readonly kind: InstallSuppressionRow["kind"] | undefined;
  readonly cause: InstallCause | undefined;
  /** Exactly one address or domain, by its hash. */
  readonly hash: string | undefined;
};

const matching = ({ kind, cause, hash }: InstallSuppressionFilter) =>
  and(
    isNull(s.removedAt),
    kind === undefined ? undefined : eq(s.kind, kind),
    cause === undefined ? undefined : eq(s.cause, cause),
    hash === undefined ? undefined : eq(s.hash, hash),
  );

/** Newest first, from below `before` (null: from the newest). */
export const selectEntries = (
  db: InstallDb,
  filter: InstallSuppressionFilter,
  find: { before: number | null; limit: number; offset: number },
): Promise<InstallSuppressionRow[]> =>
  db
    .select()
    .from(s)
    .where(and(matching(filter), find.before === null ? undefined : lt(s.id, find.before)))
    .orderBy(desc(s.id))
    .limit(find.limit)
    .offset(find.offset);

/** How many fit, counted to `atMost` and no further. */
export async function countEntries(
  db: InstallDb,
  filter: InstallSuppressionFilter,
  atMost: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(s)
    .where(matching(filter))
    .limit(atMost)
    .as("some");
  const rows = await db.select({ n: sql<number>`count(*)` }).from(some);
  return rows[0]?.n ?? 0;
}

/** Entries that stand, by their hashes. */
export const selectListed = (
  db: InstallDb,
  hashes: readonly string[],
): Promise<InstallSuppressionRow[]> =>
  db
    .select()
    .from(s)
    .where(and(inArray(s.hash, [...hashes]), isNull(s.removedAt)));

export async function selectEntry(
  db: InstallDb,
  id: number,
): Promise<InstallSuppressionRow | null> {
  const rows = await db
    .select()
    .from(s)
    .where(and(eq(s.id, id), isNull(s.removedAt)));
  return rows[0] ?? null;
}
