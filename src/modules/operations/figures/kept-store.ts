import { and, or, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { workspaceFigures } from "#modules/operations/schema/figures.ts";
import { containing } from "#platform/db/containing.ts";
import { type InstallDb, runBatch } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { forgetRanks } from "./ranks-store.ts";
import { changeTotals } from "./totals-store.ts";

/* The install's row of each workspace's figures. */

export type KeptRow = typeof workspaceFigures.$inferSelect;

/** When these workspaces were counted, and what was seen then. */
export async function selectCounted(
  db: InstallDb,
  ids: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, { seen: string; countedAt: UnixMs; isSending: boolean }>> {
  const rows = await db
    .select({
      id: workspaceFigures.workspaceId,
      seen: workspaceFigures.seen,
      countedAt: workspaceFigures.countedAt,
      sending: sql<number>`${workspaceFigures.figures}->>'activeCampaigns' > 0`,
    })
    .from(workspaceFigures)
    .where(
      sql`${workspaceFigures.workspaceId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
  return new Map(
    rows.map(({ id, seen, countedAt, sending }) => [
      id,
      { seen, countedAt, isSending: sending === 1 },
    ]),
  );
}

/** Keeps the figures of workspaces that stand, and their sums; an older count never replaces a newer one. */
export const keepFigures = (db: InstallDb, rows: readonly KeptRow[]): Promise<unknown> =>
  runBatch(db, [
    changeTotals(db, rows),
    forgetRanks(
      db,
      rows.map(({ workspaceId }) => workspaceId),
    ),
    db.run(sql`
      INSERT INTO ${workspaceFigures} (workspace_id, seen, counted_at, figures, days)
      SELECT w.id, r.value->>'seen', r.value->>'countedAt', r.value->'figures', r.value->'days'
      FROM json_each(${JSON.stringify(rows)}) r JOIN ${workspaces} w ON w.id = r.value->>'workspaceId'
      WHERE +w.deleted_at IS NULL
      ON CONFLICT (workspace_id) DO UPDATE SET seen = excluded.seen, counted_at = excluded.counted_at,
        figures = excluded.figures, days = excluded.days
      WHERE excluded.counted_at >= counted_at`),
  ]);

/** Every workspace that stands with its figures, of those that are meant. One query. */
export const selectOverview = (
  db: InstallDb,
  /** By id, or by what the name or slug has in it. */
  meant: { readonly ids: readonly WorkspaceId[] } | { readonly q: string },
) =>
  db
    .select({
      id: workspaces.id,
      name: workspaces.name,
      slug: workspaces.slug,
      isClient: workspaces.isClient,
      leads: workspaces.quotaLeads,
      mailboxes: workspaces.quotaMailboxes,
      mails: workspaces.quotaMails,
      countedAt: workspaceFigures.countedAt,
      figures: workspaceFigures.figures,
      days: workspaceFigures.days,
    })
    .from(workspaces)
    .leftJoin(workspaceFigures, sql`${workspaceFigures.workspaceId} = ${workspaces.id}`)
    .where(
      and(
        sql`+${workspaces.deletedAt} IS NULL`,
        "ids" in meant
          ? sql`${workspaces.id} IN (SELECT value FROM json_each(${JSON.stringify(meant.ids)}))`
          : meant.q === ""
            ? undefined
            : or(containing(workspaces.name, meant.q), containing(workspaces.slug, meant.q)),
      ),
    );
export type OverviewSource = Awaited<ReturnType<typeof selectOverview>>[number];
