import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignMailboxes } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { dailyUsage, type UsageScope } from "#modules/mailboxes/schema/usage.ts";
import type { CampaignId, MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

export type UsageSlot = {
  readonly workspaceId: WorkspaceId;
  readonly scope: UsageScope;
  readonly key: string;
  readonly day: string;
};
export const slotName = (slot: UsageSlot): string =>
  `${slot.workspaceId}/${slot.scope}/${slot.key}/${slot.day}`;

/** What these day slots have used, by `slotName`; unused ones are absent. */
export async function selectUsage(
  db: Db,
  slots: readonly UsageSlot[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = JSON.stringify(slots.map((s) => [s.workspaceId, s.scope, s.key, s.day]));
  const rows = await db.all<UsageSlot & { used: number }>(sql`
    SELECT d.workspace_id AS workspaceId, d.scope, d.key, d.day, d.used
    FROM json_each(${wanted}) w JOIN ${dailyUsage} d
      ON d.workspace_id = w.value->>0 AND d.scope = w.value->>1 AND d.key = w.value->>2 AND d.day = w.value->>3`);
  return new Map(rows.map((row) => [slotName(row), row.used]));
}

/** Of all mailboxes of each campaign, ready or not, the one that sent last. */
export async function selectLastUsed(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
): Promise<ReadonlyMap<CampaignId, MailboxId | null>> {
  const rows = await db.all<{ campaignId: CampaignId; mailboxId: MailboxId | null }>(sql`
    SELECT c.value AS campaignId, (SELECT m.id FROM ${campaignMailboxes} k
      JOIN ${mailboxes} m ON m.id = k.mailbox_id
      WHERE k.campaign_id = c.value AND +k.workspace_id = ${workspaceId} AND m.last_sent_at IS NOT NULL
      ORDER BY m.last_sent_at DESC, m.id LIMIT 1) AS mailboxId
    FROM json_each(${JSON.stringify(campaignIds)}) c`);
  return new Map(rows.map((row) => [row.campaignId, row.mailboxId]));
}

/** On how many days before this one each campaign sent; `days` are today, by campaign. */
export async function selectDaysSent(
  db: Db,
  workspaceId: WorkspaceId,
  days: readonly { id: CampaignId; day: string }[],
): Promise<ReadonlyMap<CampaignId, number>> {
  const json = JSON.stringify(days.map(({ id, day }) => [id, String(id), day]));
  const rows = await db.all<{ id: CampaignId; n: number }>(sql`
    SELECT c.value->>0 AS id, (SELECT count(*) FROM ${dailyUsage} d
      WHERE d.workspace_id = ${workspaceId} AND d.scope = 'campaign' AND d.key = c.value->>1
        AND d.day < c.value->>2 AND d.used > 0) AS n
    FROM json_each(${json}) c`);
  return new Map(rows.map((row) => [row.id, row.n]));
}
