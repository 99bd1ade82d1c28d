import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { QUARANTINE_MS } from "#modules/warmup/rules/placement.ts";
import type { RunningState } from "#modules/warmup/rules/states.ts";
import { throttleStatements, selectWarmup } from "#modules/warmup/mails/state-store.ts";

const SEVERITY = {
  warming: 0,
  maintaining: 0,
  throttled: 1,
  quarantined: 2,
} as const satisfies Record<RunningState, number>;

/**
 * Slows a running warmup down, or stops it for a week, because its mailbox is at risk; `reason` is
 * a sentence for people. False: it is not running, or is throttled as much already.
 */
export async function throttleWarmup(
  ctx: WorkspaceCtx,
  id: MailboxId,
  to: "throttled" | "quarantined",
  reason: string,
): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const row = await selectWarmup(db, workspaceId, id);
  if (!row || row.state === "paused" || SEVERITY[row.state] >= SEVERITY[to]) return false;
  const now = ctx.now();
  const change = { from: row.state, to, reason, until: later(now, QUARANTINE_MS) };
  const results = await runBatch(db, throttleStatements(db, workspaceId, id, change, now));
  const changed = (results.at(-1) as unknown[]).length > 0;
  if (changed) ctx.log("warmup.changed", { mailboxId: id, to }, "warn");
  return changed;
}
