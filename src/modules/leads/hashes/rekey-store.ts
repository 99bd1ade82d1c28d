import { and, asc, gt, isNull, sql } from "drizzle-orm";
import { type Db, runBatch } from "#platform/db/db.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";

/** Entries of any workspace whose hash is still the plain one. */
export const selectUnkeyed = (db: Db, limit: number) =>
  db
    .select({ id: suppressions.id, hash: suppressions.hash })
    .from(suppressions)
    // The bound on the id lets the index of what is still to be keyed be searched.
    .where(and(isNull(suppressions.hashKey), gt(suppressions.id, 0)))
    .orderBy(asc(suppressions.id))
    .limit(limit);

/** An entry with its plain hash and the keyed one that it gets. */
export type Rekeyed = readonly [id: number, plain: string, keyed: string];

/**
 * Puts keyed hashes in the place of plain ones. Where the same entry is there keyed already (an older
 * version wrote beside it), that one stays and takes over the address.
 */
export async function rekeyEntries(
  db: Db,
  entries: readonly Rekeyed[],
  keyId: string,
): Promise<void> {
  const s = suppressions;
  const given = sql`json_each(${JSON.stringify(entries)}) e`;
  const twin = sql`t.workspace_id = p.workspace_id AND t.kind = p.kind AND t.hash = e.value->>2`;
  await runBatch(db, [
    db.run(sql`
      UPDATE ${s} SET value = p.value FROM ${given}, ${s} p
      WHERE p.id = e.value->>0 AND p.hash_key IS NULL AND p.value IS NOT NULL AND ${s}.value IS NULL
        AND ${s}.workspace_id = p.workspace_id AND ${s}.kind = p.kind AND ${s}.hash = e.value->>2`),
    db.run(sql`
      DELETE FROM ${s} WHERE id IN (SELECT p.id FROM ${given}
        JOIN ${s} p ON p.id = e.value->>0 AND p.hash_key IS NULL JOIN ${s} t ON ${twin})`),
    db.run(sql`
      UPDATE ${s} SET hash = e.value->>2, hash_key = ${keyId} FROM ${given}
      WHERE ${s}.id = e.value->>0 AND ${s}.hash_key IS NULL AND ${s}.hash = e.value->>1`),
  ]);
}
