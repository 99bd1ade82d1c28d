import { asc, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Lines that lie in the database of their workspaces, each after the last one that is known of it. */
export const selectNewLines = (
  db: Db,
  known: readonly { readonly workspaceId: WorkspaceId; readonly last: number }[],
  limit: number,
) =>
  db
    .select(getTableColumns(auditLog))
    .from(
      sql`json_each(${JSON.stringify(known.map(({ workspaceId, last }) => [workspaceId, last]))}) k`,
    )
    .innerJoin(
      auditLog,
      sql`${auditLog.workspaceId} = k.value->>0 AND ${auditLog.id} > k.value->>1`,
    )
    .orderBy(asc(auditLog.id))
    .limit(limit);
export type AuditLine = Awaited<ReturnType<typeof selectNewLines>>[number];
