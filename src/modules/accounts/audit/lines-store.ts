import { asc, gt, lte } from "drizzle-orm";
import { type AnyDb, changes } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";

/** Lines of a database after one of them, the oldest first. */
export const selectLinesAfter = (db: AnyDb, id: number, limit: number) =>
  db.select().from(auditLog).where(gt(auditLog.id, id)).orderBy(asc(auditLog.id)).limit(limit);
export type AuditLine = Awaited<ReturnType<typeof selectLinesAfter>>[number];

/** The lines that were written first. */
export const selectFirst = (db: AnyDb, limit: number) =>
  db
    .select({ id: auditLog.id, at: auditLog.at })
    .from(auditLog)
    .where(gt(auditLog.id, 0))
    .orderBy(asc(auditLog.id))
    .limit(limit);

/** Deletes the lines up to this one; answers how many. */
export const deleteUpTo = async (db: AnyDb, id: number): Promise<number> =>
  changes(await db.delete(auditLog).where(lte(auditLog.id, id)));
