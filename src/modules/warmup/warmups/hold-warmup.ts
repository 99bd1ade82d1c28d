import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { QUARANTINE_MS } from "#modules/warmup/rules/placement.ts";
import type { RunningState } from "#modules/warmup/rules/states.ts";
import { holdStatements, selectWarmup } from "#modules/warmup/mails/state-store.ts";

const SEVERITY = {
  warming: 0,
  maintaining: 0,
  throttled: 1,
  quarantined: 2,
} as const satisfies Record<RunningState, number>;

/**
 * Slows a running warmup down, or stops it for a week, because its mailbox is in danger; `reason` is
 * a sentence for people. False: it is not running, or held as much already.
 */
export async function holdWarmup(
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
  const results = await runBatch(db, holdStatements(db, workspaceId, id, change, now));
  const held = (results.at(-1) as unknown[]).length > 0;
  if (held) ctx.log("warmup.held", { mailboxId: id, to }, "warn");
  return held;
}
