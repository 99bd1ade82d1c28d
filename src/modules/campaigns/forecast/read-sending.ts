import { MAX_REPORTED, type Sending } from "#modules/campaigns/contract/campaigns.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { sendingStatuses } from "./sending-status.ts";
import { selectCampaigns } from "#modules/campaigns/campaigns/store.ts";

/** Why each active campaign sends, or does not, right now; and when the next mail may leave. */
export async function readSending(ctx: WorkspaceCtx): Promise<Sending> {
  const { db, workspaceId } = ctx;
  const query = {
    page: 1,
    limit: MAX_REPORTED,
    status: "active",
    sort: "created_at",
    order: "desc",
  } as const;
  const rows = (await selectCampaigns(db, workspaceId, query, null)).slice(0, MAX_REPORTED);
  const statusOf = await sendingStatuses(ctx, rows);
  const campaigns = rows.map(({ id, name, schedule }) => ({
    id,
    name,
    timezone: schedule.timezone,
    sending_status: statusOf(id),
  }));
  // ISO 8601 in UTC sorts as text.
  const [next] = campaigns.flatMap(({ sending_status: s }) => s.next_send_at ?? []).sort();
  return { next_send_at: next ?? null, campaigns };
}
