import { desc, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { placementMails, postmasterFigures } from "#modules/placement/schema/placement.ts";
import type { SeenHeaders } from "#modules/placement/rules/seen-headers.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

export type FigureRow = typeof postmasterFigures.$inferSelect;

/** What a seed's provider said last of each of these senders. */
export async function selectLastSeen(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxIds: readonly MailboxId[],
) {
  const rows = await db.all<{
    mailboxId: MailboxId;
    placedAt: number;
    provider: string;
    seen: string;
  }>(sql`
    SELECT m.mailbox_id AS "mailboxId", m.placed_at AS "placedAt", m.provider, m.seen
    FROM json_each(${JSON.stringify(mailboxIds)}) b JOIN ${placementMails} m ON m.id = (
      SELECT x.id FROM ${placementMails} x WHERE x.mailbox_id = b.value AND x.placed_at IS NOT NULL
        AND x.seen IS NOT NULL AND +x.workspace_id = ${workspaceId}
      ORDER BY x.placed_at DESC LIMIT 1)`);
  // Stored by us.
  return rows.map((row) => ({ ...row, seen: JSON.parse(row.seen) as SeenHeaders }));
}

/** The newest figure of each of these domains. */
export async function selectNewestFigures(
  db: Db,
  workspaceId: WorkspaceId,
  domains: readonly string[],
): Promise<Pick<FigureRow, "domain" | "day" | "spamRate">[]> {
  return db.all<Pick<FigureRow, "domain" | "day" | "spamRate">>(sql`
    SELECT f.domain, max(f.day) AS day, f.spam_rate AS "spamRate" FROM ${postmasterFigures} f
    WHERE f.workspace_id = ${workspaceId} AND f.domain IN (SELECT value FROM json_each(${JSON.stringify(domains)}))
    GROUP BY f.domain`);
}

export const selectAllFigures = (
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<FigureRow[]> =>
  db
    .select()
    .from(postmasterFigures)
    .where(sql`${postmasterFigures.workspaceId} = ${workspaceId}`)
    .orderBy(desc(postmasterFigures.day), postmasterFigures.domain)
    .limit(limit);

/** Enters a figure, or corrects that of the day. */
export const putFigure = (db: Db, row: FigureRow): Statement =>
  db
    .insert(postmasterFigures)
    .values(row)
    .onConflictDoUpdate({
      target: [postmasterFigures.workspaceId, postmasterFigures.domain, postmasterFigures.day],
      set: { spamRate: row.spamRate, enteredBy: row.enteredBy, createdAt: row.createdAt },
    });
