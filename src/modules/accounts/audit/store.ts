import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { users } from "#modules/accounts/schema/accounts.ts";
import type { AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type AuditFilter = {
  readonly userId: UserId | undefined;
  readonly impersonatorId: UserId | undefined;
  readonly workspaceId: WorkspaceId | undefined;
  readonly action: AuditAction | undefined;
};

const matching = (filter: AuditFilter): SQL | undefined =>
  and(
    filter.userId === undefined ? undefined : eq(auditLog.userId, filter.userId),
    filter.impersonatorId === undefined
      ? undefined
      : eq(auditLog.impersonatorId, filter.impersonatorId),
    filter.workspaceId === undefined ? undefined : eq(auditLog.workspaceId, filter.workspaceId),
    filter.action === undefined ? undefined : eq(auditLog.action, filter.action),
  );

const nameOf = (column: "user_id" | "impersonator_id") =>
  sql<
    string | null
  >`(SELECT u.name FROM ${users} u WHERE u.id = audit_log.${sql.identifier(column)})`;

/** Newest first, with the names of those who are still there. Of the whole install: the route is for admins. */
export const selectAudit = (
  db: InstallDb,
  filter: AuditFilter,
  before: number | null,
  page: { limit: number; offset: number },
) =>
  db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      userId: auditLog.userId,
      userName: nameOf("user_id"),
      impersonatorId: auditLog.impersonatorId,
      impersonatorName: nameOf("impersonator_id"),
      apiKeyId: auditLog.apiKeyId,
      installKeyId: auditLog.installKeyId,
      workspaceId: auditLog.workspaceId,
      targetType: auditLog.targetType,
      targetId: auditLog.targetId,
      address: auditLog.address,
      details: auditLog.details,
    })
    .from(auditLog)
    .where(and(matching(filter), before === null ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(page.limit)
    .offset(page.offset);
export type AuditRow = Awaited<ReturnType<typeof selectAudit>>[number];

/** All lines. Ids are given in order and lines are never deleted, so the highest id is their number. */
export async function countAudit(db: InstallDb): Promise<number> {
  const rows = await db.select({ n: sql<number>`coalesce(max(${auditLog.id}), 0)` }).from(auditLog);
  return rows[0]?.n ?? 0;
}

/** Matching lines, counted to `atMost` and no further. */
export async function countMatching(
  db: InstallDb,
  filter: AuditFilter,
  atMost: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(auditLog)
    .where(matching(filter))
    .limit(atMost)
    .as("some");
  const rows = await db.select({ n: sql<number>`count(*)` }).from(some);
  return rows[0]?.n ?? 0;
}
