import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import {
  judgeSources,
  type Placement,
  PLACEMENT_WINDOW_MS,
} from "#modules/warmup/rules/placement.ts";
import { rampState } from "#modules/warmup/rules/states.ts";
import { throttleWarmup } from "./throttle-warmup.ts";
import { selectPlacements, selectReported } from "#modules/warmup/mailbox-care/placement-store.ts";
import { selectWarmup, type WarmupRow } from "#modules/warmup/mails/state-store.ts";

/** Deliveries count for a week, and only those of this run and after the last judgement. */
export const freshSince = (row: WarmupRow, now: UnixMs): UnixMs =>
  [later(now, -PLACEMENT_WINDOW_MS), row.judgedSince ?? row.startedAt, row.startedAt].reduce(
    (a, b) => (b > a ? b : a),
  );

/** Slows down or stops a warmup whose mails arrive as spam too often. */
export async function judgeWarmup(ctx: WorkspaceCtx, id: MailboxId): Promise<void> {
  const row = await selectWarmup(ctx.db, ctx.workspaceId, id);
  if (!row || row.state === "paused") return;
  const at = freshSince(row, ctx.now());
  const fresh = (await selectPlacements(ctx.db, ctx.workspaceId, [{ id, at }])).get(id);
  const reported = await selectReported(ctx.db, ctx.workspaceId, id, at);
  const own = fresh ?? { inbox: 0, spam: 0 };
  const to = judgeSources(row.state, own, reported, rampState(row));
  if (to === "throttled" || to === "quarantined")
    await throttleWarmup(ctx, id, to, reasonOf([own, ...reported]));
}

function reasonOf(sources: readonly Placement[]): string {
  const spam = sources.reduce((sum, one) => sum + one.spam, 0);
  const all = sources.reduce((sum, one) => sum + one.inbox + one.spam, 0);
  return `${spam} of its last ${all} warmup emails landed in spam.`;
}
