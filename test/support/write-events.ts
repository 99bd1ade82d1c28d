import type { Client } from "@libsql/client";
import { inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import { unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { startedEvent } from "./started-event.ts";

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
  for (const key of keys) await runBatch(db, startedEvent(ctx, key));
}
