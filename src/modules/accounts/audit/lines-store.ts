import { asc, gt } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";

/** Lines of a database after one of them, the oldest first. */
export const selectLinesAfter = (db: Db, id: number, limit: number) =>
  db.select().from(auditLog).where(gt(auditLog.id, id)).orderBy(asc(auditLog.id)).limit(limit);
export type AuditLine = Awaited<ReturnType<typeof selectLinesAfter>>[number];
