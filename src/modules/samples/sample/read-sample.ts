import type { SampleData } from "#modules/samples/contract/samples.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { selectSampleLeads, selectSampleRow } from "./store.ts";

/** What the workspace has of sample data. */
export async function readSample(ctx: WorkspaceCtx): Promise<SampleData> {
  const row = await selectSampleRow(ctx.db, ctx.workspaceId);
  const leads = row ? await selectSampleLeads(ctx.db, ctx.workspaceId) : [];
  return {
    state: row?.state ?? "none",
    mailbox_id: row?.mailboxId ?? null,
    list_id: row?.listId ?? null,
    campaign_id: row?.campaignId ?? null,
    leads: leads.length,
    created_at: isoOrNull(row?.createdAt ?? null),
  };
}
