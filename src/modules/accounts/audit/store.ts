import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { users } from "#modules/accounts/schema/accounts.ts";
import type { AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** A value that the database works out, such as `(SELECT id FROM users WHERE email = ?)`. */
export type Expression = SQL;
/** What follows the line's values: `WHERE EXISTS (...)`, or `FROM ... WHERE ...`. */
export type Source = SQL;

/** Writes a line for each row of `source`; one where there is none. */
export const insertAudit = (
  db: Db,
  row: {
    at: UnixMs;
    userId: UserId | Expression | null;
    apiKeyId: number | null;
    impersonatorId: UserId | null;
    action: AuditAction;
    workspaceId: WorkspaceId | Expression | null;
    targetType: string | null;
    targetId: string | Expression | null;
    address: string;
    details: Record<string, unknown>;
  },
  source: Source = sql``,
): Statement =>
  db.run(sql`
    INSERT INTO ${auditLog} (at, user_id, api_key_id, impersonator_id, action, workspace_id, target_type, target_id, address, details)
    SELECT ${row.at}, ${row.userId}, ${row.apiKeyId}, ${row.impersonatorId}, ${row.action}, ${row.workspaceId},
      ${row.targetType}, ${row.targetId}, ${row.address}, ${JSON.stringify(row.details)}
    ${source}`);

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
  db: Db,
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
export async function countAudit(db: Db): Promise<number> {
  const rows = await db.select({ n: sql<number>`coalesce(max(${auditLog.id}), 0)` }).from(auditLog);
  return rows[0]?.n ?? 0;
}

/** Matching lines, counted to `atMost` and no further. */
export async function countMatching(db: Db, filter: AuditFilter, atMost: number): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(auditLog)
    .where(matching(filter))
    .limit(atMost)
    .as("some");
  const rows = await db.select({ n: sql<number>`count(*)` }).from(some);
  return rows[0]?.n ?? 0;
}
