import { inWorkspace } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import type { WorkspaceId } from "#domain/ids.ts";
import { eventStatements } from "#features/events/event-statements.ts";
import { wakeDeliveries } from "#features/events/wake-deliveries.ts";
import type { Harness } from "./harness.ts";

let written = 0;

/** Writes and wakes `count` events of a campaign, as the verbs do it; answers their dedupe keys. */
export async function emitEvents(t: Harness, wid: number, count = 1): Promise<string[]> {
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const keys = Array.from({ length: count }, () => `test:${++written}`);
  for (const dedupeKey of keys) {
    const statements = eventStatements(ctx, {
      type: "campaign.started",
      dedupeKey,
      data: {
        campaign_id: 1,
        campaign_name: `Frühling 🌱 ${dedupeKey}`,
        status: "active",
        previous_status: "draft",
        reason: "manual",
        bounce_rate: 0,
        sample: 0,
        triggered_by: "user:1",
      },
      leadId: null,
      campaignId: null,
      sendId: null,
    });
    await runBatch(ctx.db, statements);
  }
  await wakeDeliveries(ctx, keys);
  return keys;
}
