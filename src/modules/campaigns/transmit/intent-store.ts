import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { runMark } from "#modules/delivery/rules/run-mark.ts";
import type { SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * The last gate: `leased` becomes `sending` while the lease is ours and alive, the
 * campaign and the mailbox active, the lead still in its sequence and its address not suppressed. Answers the won.
 */
export async function markSending(
  db: Db,
  workspaceId: WorkspaceId,
  claims: readonly { id: SendId; lease: string }[],
  at: { now: UnixMs; leaseUntil: UnixMs; run: string | null },
): Promise<SendId[]> {
  const json = JSON.stringify(claims);
  const rows = await db.all<{ id: SendId }>(sql`
    UPDATE ${sends} SET state = 'sending', lease_until = ${at.leaseUntil}, evidence = ${runMark(at.run)}
    FROM json_each(${json}) c
    WHERE ${sends}.id = c.value->>'id' AND +${sends}.workspace_id = ${workspaceId}
      AND +${sends}.lease = c.value->>'lease' AND +${sends}.state = 'leased'
      AND ${sends}.lease_until > ${at.now}
      AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${sends}.campaign_id
        AND k.status = 'active' AND k.deleted_at IS NULL)
      AND EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${sends}.mailbox_id
        AND m.status = 'active' AND m.deleted_at IS NULL)
      AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = ${sends}.enrolment_id
        AND e.status = 'in_progress')
      AND EXISTS (SELECT 1 FROM ${leads} l WHERE l.id = ${sends}.lead_id
        AND l.unsubscribed_at IS NULL AND l.bounced_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
          AND x.kind = 'address' AND x.value = l.email)
        AND NOT EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
          AND x.kind = 'domain' AND x.value = l.domain))
    RETURNING ${sends}.id AS id`);
  return rows.map((row) => row.id);
}
