import { sql, type SQL } from "drizzle-orm";
import type { AnyDb, AnyStatement } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";
import type { AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** A value that the database works out, such as `(SELECT id FROM users WHERE email = ?)`. */
export type Expression = SQL;
/** What follows the line's values: `WHERE EXISTS (...)`, or `FROM ... WHERE ...`. */
export type Source = SQL;

/** Writes a line for each row of `source`; one where there is none. */
export const insertAudit = (
  db: AnyDb,
  row: {
    at: UnixMs;
    userId: UserId | Expression | null;
    apiKeyId: number | null;
    installKeyId: number | null;
    impersonatorId: UserId | null;
    action: AuditAction;
    workspaceId: WorkspaceId | Expression | null;
    targetType: string | null;
    targetId: string | Expression | null;
    address: string;
    details: Record<string, unknown>;
  },
  source: Source = sql``,
): AnyStatement =>
  db.run(sql`
    INSERT INTO ${auditLog} (at, user_id, api_key_id, install_key_id, impersonator_id, action, workspace_id, target_type, target_id, address, details)
    SELECT ${row.at}, ${row.userId}, ${row.apiKeyId}, ${row.installKeyId}, ${row.impersonatorId}, ${row.action}, ${row.workspaceId},
      ${row.targetType}, ${row.targetId}, ${row.address}, ${JSON.stringify(row.details)}
    ${source}`);
