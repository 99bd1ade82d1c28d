import { and, asc, desc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { CampaignsQuery } from "#modules/campaigns/contract/campaigns.ts";
import { joinCampaign } from "#modules/campaigns/mailboxes/by-tag-store.ts";
import { containing } from "#platform/db/containing.ts";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import type { TemplateText } from "#modules/campaigns/rules/template-content.ts";
import { campaignMailboxes, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type CampaignRow = typeof campaigns.$inferSelect;
export type CampaignValues = typeof campaigns.$inferInsert;

const alive = (workspaceId: WorkspaceId, id: CampaignId) =>
  and(eq(campaigns.id, id), eq(campaigns.workspaceId, workspaceId), isNull(campaigns.deletedAt));

export async function selectCampaign(
  db: Db,
  workspaceId: WorkspaceId,
  id: CampaignId,
): Promise<CampaignRow | null> {
  const rows = await db.select().from(campaigns).where(alive(workspaceId, id)).limit(1);
  return rows[0] ?? null;
}

/** One page and a row more; `after` is the id that the page before ended with. */
export async function selectCampaigns(
  db: Db,
  workspaceId: WorkspaceId,
  query: CampaignsQuery,
  after: CampaignId | null,
): Promise<CampaignRow[]> {
  const down = query.order === "desc";
  const beyond = after === null ? undefined : (down ? lt : gt)(campaigns.id, after);
  const direction = down ? desc : asc;
  const byName = query.sort === "name" ? [direction(sql`${campaigns.name} COLLATE NOCASE`)] : [];
  return db
    .select()
    .from(campaigns)
    .where(and(matching(workspaceId, query), beyond))
    .orderBy(...byName, direction(campaigns.id))
    .limit(query.limit + 1)
    .offset(after === null ? (query.page - 1) * query.limit : 0);
}

/** How many fit, counted to `atMost` and no further. */
export async function countCampaigns(
  db: Db,
  workspaceId: WorkspaceId,
  query: CampaignsQuery,
  atMost: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(campaigns)
    .where(matching(workspaceId, query))
    .limit(atMost)
    .as("some");
  const rows = await db.select({ n: sql<number>`count(*)` }).from(some);
  return rows[0]?.n ?? 0;
}

const matching = (workspaceId: WorkspaceId, { status, q }: CampaignsQuery) =>
  and(
    eq(campaigns.workspaceId, workspaceId),
    isNull(campaigns.deletedAt),
    status === undefined ? undefined : eq(campaigns.status, status),
    q === undefined || q.trim() === "" ? undefined : containing(campaigns.name, q),
  );

/** The campaign that the batch at hand has added. */
const added = sql`(SELECT max(id) FROM ${campaigns})`;

/**
 * Adds a campaign with mailboxes of its workspace and steps, in one batch; `line` is written for it.
 */
export async function insertCampaign(
  db: Db,
  values: CampaignValues,
  mailboxIds: readonly MailboxId[],
  texts: readonly TemplateText[] = [],
  line: ((campaignId: SQL) => Statement) | null = null,
): Promise<CampaignRow> {
  const [rows] = (await runBatch(db, [
    db.insert(campaigns).values(values).returning(),
    ...texts.map((text, i) =>
      db.run(sql`
        INSERT INTO ${steps} (workspace_id, campaign_id, position, delay, delay_unit, subject, body_html, body_text,
          variants, task, created_at, updated_at)
        SELECT ${values.workspaceId}, ${added}, ${i + 1}, ${text.delay}, ${text.delayUnit}, ${text.subject},
          ${text.bodyHtml}, ${text.bodyText}, ${JSON.stringify(text.variants)},
          ${text.task ? JSON.stringify(text.task) : null}, ${values.createdAt}, ${values.createdAt}`),
    ),
    ...(line ? [line(added)] : []),
    db.run(sql`
      INSERT INTO ${campaignMailboxes} (workspace_id, campaign_id, mailbox_id)
      SELECT m.workspace_id, ${added}, m.id
      FROM ${mailboxes} m
      WHERE m.workspace_id = ${values.workspaceId} AND m.deleted_at IS NULL
        AND m.id IN (SELECT value FROM json_each(${JSON.stringify(mailboxIds)}))`),
    joinCampaign(db, values.workspaceId, added),
  ])) as [CampaignRow[]];
  const [row] = rows;
  if (!row) throw new Error("an insert returned no row");
  return row;
}

/** Changes columns; no row where the campaign is gone. */
export const updateCampaignRow = (
  db: Db,
  workspaceId: WorkspaceId,
  id: CampaignId,
  patch: Partial<CampaignValues>,
  /** Only while it was last changed then; null: however it stands. */
  changedAt: UnixMs | null = null,
) =>
  db
    .update(campaigns)
    .set(patch)
    .where(
      and(
        alive(workspaceId, id),
        changedAt === null ? undefined : eq(campaigns.updatedAt, changedAt),
      ),
    )
    .returning({ id: campaigns.id });

/** Whether the campaign still stands: guard of what goes with its deletion. */
export const campaignStillThere = (workspaceId: WorkspaceId, id: CampaignId) =>
  sql`EXISTS (SELECT 1 FROM ${campaigns} c WHERE c.id = ${id} AND c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL)`;

/** The row stays for the threads that name it; `paused`, so that nothing takes it for running. */
export const markCampaignDeleted = (
  db: Db,
  workspaceId: WorkspaceId,
  id: CampaignId,
  now: UnixMs,
): Statement =>
  db
    .update(campaigns)
    .set({ deletedAt: now, updatedAt: now, status: "paused", epoch: sql`${campaigns.epoch} + 1` })
    .where(alive(workspaceId, id))
    .returning({ id: campaigns.id });
