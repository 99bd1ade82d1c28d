import { and, count, desc, eq, lt, type SQL } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { auditLog } from "#db/schema/access.ts";
import type { UserId, WorkspaceId } from "#domain/ids.ts";

export type AuditRow = typeof auditLog.$inferSelect;

export const insertAudit = (db: Db, row: Omit<typeof auditLog.$inferInsert, "id">): Statement =>
  db.insert(auditLog).values(row);

export type AuditFilter = {
  readonly userId?: UserId;
  readonly workspaceId?: WorkspaceId;
  readonly action?: string;
};

const matching = (filter: AuditFilter): SQL | undefined =>
  and(
    filter.userId === undefined ? undefined : eq(auditLog.userId, filter.userId),
    filter.workspaceId === undefined ? undefined : eq(auditLog.workspaceId, filter.workspaceId),
    filter.action === undefined ? undefined : eq(auditLog.action, filter.action),
  );

/** Newest first. Of the whole install: the route is for admins. */
export async function selectAudit(
  db: Db,
  filter: AuditFilter,
  page: { limit: number; offset: number; beforeId: number | null },
): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditLog)
    .where(
      and(matching(filter), page.beforeId === null ? undefined : lt(auditLog.id, page.beforeId)),
    )
    .orderBy(desc(auditLog.id))
    .limit(page.limit)
    .offset(page.beforeId === null ? page.offset : 0);
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const rows = await db.select({ n: count() }).from(auditLog).where(matching(filter));
  return rows[0]?.n ?? 0;
}
