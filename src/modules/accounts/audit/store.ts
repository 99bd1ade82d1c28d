import { and, desc, eq, gte, lt, lte, sql, type SQL } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { users, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import type { AuditPlace } from "#modules/accounts/rules/audit-cursor.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type AuditFilter = {
  readonly userId: UserId | undefined;
  readonly impersonatorId: UserId | undefined;
  readonly apiKeyId: number | undefined;
  readonly installKeyId: number | undefined;
  readonly workspaceId: WorkspaceId | undefined;
  readonly action: AuditAction | undefined;
  readonly targetType: string | undefined;
  readonly targetId: string | undefined;
  readonly from: UnixMs | undefined;
  readonly to: UnixMs | undefined;
};

const matching = (filter: AuditFilter): SQL | undefined => {
  const { from, to, ...equal } = filter;
  return and(
    // Their names are those of the columns.
    ...Object.entries(equal).map(([name, value]) =>
      value === undefined ? undefined : eq(auditLog[name as keyof typeof equal], value),
    ),
    from === undefined ? undefined : gte(auditLog.at, from),
    to === undefined ? undefined : lt(auditLog.at, to),
  );
};

const nameOf = (column: "user_id" | "impersonator_id") =>
  sql<
    string | null
  >`(SELECT u.name FROM ${users} u WHERE u.id = audit_log.${sql.identifier(column)})`;

const after = ({ at, id }: AuditPlace): SQL | undefined =>
  and(lte(auditLog.at, at), sql`(${auditLog.at} < ${at} OR ${auditLog.id} < ${id})`);

/** Newest first, with the names of those who are still there. Of the whole install: the route is for admins. */
export const selectAudit = (
  db: InstallDb,
  filter: AuditFilter,
  place: AuditPlace | null,
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
      workspaceName: sql<
        string | null
      >`(SELECT w.name FROM ${workspaces} w WHERE w.id = ${auditLog.workspaceId})`,
      targetType: auditLog.targetType,
      targetId: auditLog.targetId,
      address: auditLog.address,
      details: auditLog.details,
    })
    .from(auditLog)
    .where(and(matching(filter), place === null ? undefined : after(place)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(page.limit)
    .offset(page.offset);
export type AuditRow = Awaited<ReturnType<typeof selectAudit>>[number];

/** All lines. Ids are given in order, and only the first ones are ever deleted (`forgetAudit`). */
export async function countAudit(db: InstallDb): Promise<number> {
  const [row] = await db.all<{ n: number | null }>(sql`
    SELECT (SELECT max(id) FROM ${auditLog}) - (SELECT min(id) FROM ${auditLog}) + 1 AS n`);
  return row?.n ?? 0;
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
