import { and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { EntryHashes } from "#modules/leads/hashes/hashes.ts";

export type SuppressionRow = typeof suppressions.$inferSelect;
export type SuppressionReason = SuppressionRow["reason"];

/** Adds an address or a domain; one that is there keeps its first reason. */
export function insertSuppression(
  db: Db,
  workspaceId: WorkspaceId,
  entry: {
    kind: "address" | "domain";
    value: string | null;
    hashes: EntryHashes;
    hashOnly?: boolean;
    reason: SuppressionReason;
    source?: string | null;
    now: UnixMs;
  },
  guard: SQL = sql`1`,
): Statement {
  return db.run(sql`
    INSERT INTO ${suppressions} (workspace_id, kind, value, hash, hash_key, hash_only, reason, source, created_at)
    SELECT ${workspaceId}, ${entry.kind}, ${entry.value}, ${entry.hashes.keyed}, ${entry.hashes.key}, ${entry.hashOnly ? 1 : 0},
      ${entry.reason}, ${entry.source ?? null}, ${entry.now}
    WHERE ${guard} AND NOT EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
      AND x.kind = ${entry.kind} AND x.hash = ${entry.hashes.plain})
    ON CONFLICT (workspace_id, kind, hash) DO NOTHING`);
}

const KINDS = sql`${suppressions.kind} IN ('address', 'domain')`;
const among = (list: readonly string[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`;

/** Which of these addresses and domains are suppressed, and whether entries are known by their hash alone. */
export async function selectSuppressed(
  db: Db,
  workspaceId: WorkspaceId,
  values: readonly string[],
): Promise<{ readonly found: Set<string>; readonly hidesSome: boolean }> {
  const rows = await db.all<{ found: string | null }>(sql`
    SELECT value AS found FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND ${KINDS} AND value IN ${among(values)}
    UNION ALL
    SELECT NULL WHERE EXISTS (SELECT 1 FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND ${KINDS} AND value IS NULL)`);
  const found = new Set(rows.flatMap((row) => row.found ?? []));
  return { found, hidesSome: rows.some((row) => row.found === null) };
}

/** Which of these hashes are suppressed. */
export async function selectSuppressedHashes(
  db: Db,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.all<{ hash: string }>(sql`
    SELECT hash FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND ${KINDS} AND hash IN ${among(hashes)}`);
  return new Set(rows.map(({ hash }) => hash));
}

/** Leaves an erased person's entry with its hash alone. */
export const forgetValue = (db: Db, workspaceId: WorkspaceId, hashes: EntryHashes): Statement =>
  db
    .update(suppressions)
    .set({ value: null, hashOnly: true, reason: "erased" })
    .where(
      and(
        eq(suppressions.workspaceId, workspaceId),
        eq(suppressions.kind, "address"),
        inArray(suppressions.hash, [hashes.keyed, hashes.plain]),
      ),
    );

export type SuppressionFilter = {
  readonly kind: SuppressionRow["kind"] | undefined;
  readonly reason: SuppressionReason | undefined;
  /** Beginning of an address or domain. */
  readonly q: string;
};

const matching = (workspaceId: WorkspaceId, { kind, reason, q }: SuppressionFilter) =>
  and(
    eq(suppressions.workspaceId, workspaceId),
    kind === undefined ? undefined : eq(suppressions.kind, kind),
    reason === undefined ? undefined : eq(suppressions.reason, reason),
    q === ""
      ? undefined
      : sql`${suppressions.kind} IN ('address', 'domain') AND ${suppressions.value} >= ${q}
          AND ${suppressions.value} < ${`${q}\u{10ffff}`} AND NOT ${suppressions.hashOnly}`,
  );

/** Newest first, from below `before` (null: from the newest). */
export async function selectSuppressions(
  db: Db,
  workspaceId: WorkspaceId,
  filter: SuppressionFilter,
  find: { before: number | null; limit: number; offset: number },
): Promise<SuppressionRow[]> {
  return db
    .select()
    .from(suppressions)
    .where(
      and(
        matching(workspaceId, filter),
        find.before === null ? undefined : lt(suppressions.id, find.before),
      ),
    )
    .orderBy(desc(suppressions.id))
    .limit(find.limit)
    .offset(find.offset);
}

/** How many fit, counted to `atMost` and no further. */
export async function countSuppressions(
  db: Db,
  workspaceId: WorkspaceId,
  filter: SuppressionFilter,
  atMost: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(suppressions)
    .where(matching(workspaceId, filter))
    .limit(atMost)
    .as("some");
  const rows = await db.select({ n: sql<number>`count(*)` }).from(some);
  return rows[0]?.n ?? 0;
}

export async function selectSuppression(
  db: Db,
  workspaceId: WorkspaceId,
  by: { id: number } | { kind: SuppressionRow["kind"]; hashes: EntryHashes },
): Promise<SuppressionRow | null> {
  const key =
    "id" in by
      ? eq(suppressions.id, by.id)
      : and(
          eq(suppressions.kind, by.kind),
          inArray(suppressions.hash, [by.hashes.keyed, by.hashes.plain]),
        );
  const rows = await db
    .select()
    .from(suppressions)
    .where(and(eq(suppressions.workspaceId, workspaceId), key));
  return rows[0] ?? null;
}

/** Removes an entry and the mark that its cause left on the lead, in one batch. */
export async function deleteSuppressionRow(
  db: Db,
  workspaceId: WorkspaceId,
  row: SuppressionRow,
  now: UnixMs,
  noted: readonly Statement[],
): Promise<void> {
  const marks = {
    unsubscribed: { unsubscribedAt: null },
    bounced: { bouncedAt: null },
  } as const;
  const mark = row.reason in marks ? marks[row.reason as keyof typeof marks] : null;
  const gone = db
    .delete(suppressions)
    .where(and(eq(suppressions.workspaceId, workspaceId), eq(suppressions.id, row.id)));
  await runBatch(db, [
    ...noted,
    ...(mark === null || row.kind !== "address" || row.value === null
      ? []
      : [
          db
            .update(leads)
            .set({ ...mark, updatedAt: now })
            .where(and(eq(leads.workspaceId, workspaceId), eq(leads.email, row.value))),
        ]),
    gone,
  ]);
}

/** Over entries: the one with this id. */
export const withId = (id: number): SQL => sql`id = ${id}`;

/** The condition of an audit line: the entry is there. */
export const whileSuppression = (workspaceId: WorkspaceId, id: number): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${suppressions} WHERE id = ${id} AND +workspace_id = ${workspaceId})`;

/** Takes off the entries of these addresses that say no more than that their owner unsubscribed. */
export const deleteUnsubscribed = (
  db: Db,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
  since: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    DELETE FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND kind = 'address'
      AND created_at >= ${since} AND ${guard} AND reason = 'unsubscribed' AND hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`);

/** The entries that these sources made. */
export const selectMadeBy = (
  db: Db,
  workspaceId: WorkspaceId,
  sources: readonly string[],
): Promise<Pick<SuppressionRow, "hash" | "hashKey">[]> =>
  db
    .select({ hash: suppressions.hash, hashKey: suppressions.hashKey })
    .from(suppressions)
    .where(
      and(eq(suppressions.workspaceId, workspaceId), inArray(suppressions.source, [...sources])),
    );

/** Over entries: what a source made, if `guard` is true; an erased person's stays. */
export const entriesOfSource = (source: string, guard: SQL): SQL =>
  sql`source = ${source} AND reason <> 'erased' AND ${guard}`;

export const deleteMadeBy = (
  db: Db,
  workspaceId: WorkspaceId,
  source: string,
  guard: SQL,
): Statement =>
  db.run(sql`
    DELETE FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND ${entriesOfSource(source, guard)}`);
