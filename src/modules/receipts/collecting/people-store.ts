import { type SQL, sql } from "drizzle-orm";
import { receiptPeople } from "#modules/receipts/schema/receipts.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export type PersonRow = {
  readonly hash: string;
  readonly salt: string;
  readonly commitment: string;
};

/** Commitments of these people and domains, by keyed hash. */
export async function selectCommitments(
  db: Db,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.all<{ hash: string; commitment: string }>(sql`
    SELECT hash, commitment FROM ${receiptPeople} WHERE workspace_id = ${workspaceId}
      AND hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`);
  return new Map(rows.map(({ hash, commitment }) => [hash, commitment]));
}

export const insertPeople = (
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonRow[],
  guard: SQL,
): Statement =>
  db.run(sql`
    INSERT INTO ${receiptPeople} (workspace_id, hash, salt, commitment)
    SELECT ${workspaceId}, p.value ->> 'hash', p.value ->> 'salt', p.value ->> 'commitment'
    FROM json_each(${JSON.stringify(people)}) p WHERE ${guard}
    ON CONFLICT (workspace_id, hash) DO NOTHING`);
