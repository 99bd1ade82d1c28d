import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { suppressions } from "#db/schema/leads.ts";
import type { UnixMs, WorkspaceId } from "#domain/ids.ts";

export type SuppressionReason = (typeof suppressions.$inferSelect)["reason"];

/** Adds an address or a domain; one that is there keeps its first reason. */
export function insertSuppression(
  db: Db,
  workspaceId: WorkspaceId,
  entry: {
    kind: "address" | "domain";
    value: string | null;
    hash: string;
    reason: SuppressionReason;
    now: UnixMs;
  },
  guard: SQL = sql`1`,
): Statement {
  return db.run(sql`
    INSERT INTO ${suppressions} (workspace_id, kind, value, hash, reason, created_at)
    SELECT ${workspaceId}, ${entry.kind}, ${entry.value}, ${entry.hash}, ${entry.reason}, ${entry.now}
    WHERE ${guard}
    ON CONFLICT (workspace_id, kind, hash) DO NOTHING`);
}

/** Which of these hashes are suppressed. */
export async function selectSuppressed(
  db: Db,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ hash: suppressions.hash })
    .from(suppressions)
    .where(
      sql`${suppressions.workspaceId} = ${workspaceId} AND ${suppressions.kind} IN ('address', 'domain')
          AND ${suppressions.hash} IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`,
    );
  return new Set(rows.map((row) => row.hash));
}
