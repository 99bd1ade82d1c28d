import type { Client } from "@libsql/client";
import { inWorkspace, type WorkspaceCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { overLibsql } from "#db/libsql.ts";
import { unixMs, type WorkspaceId } from "#domain/ids.ts";
import { eventStatements } from "#features/events/event-statements.ts";

/** Writes events of a campaign into the database of a product that runs, with what is owed for them. */
export async function writeEvents(
  client: Client,
  wid: number,
  keys: readonly string[],
): Promise<void> {
  const db = overLibsql(client);
  const deps = { db, now: () => unixMs(Date.now()) };
  // Event statements ask for the database, the workspace and the time.
  const ctx = inWorkspace(deps as WorkspaceCtx, wid as WorkspaceId);
  for (const dedupeKey of keys) {
    await runBatch(
      db,
      eventStatements(ctx, {
        type: "campaign.started",
        dedupeKey,
        data: {
          campaign_id: 1,
          campaign_name: dedupeKey,
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
      }),
    );
  }
}
