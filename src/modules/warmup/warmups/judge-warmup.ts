import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import {
  judgePlacement,
  type Placement,
  PLACEMENT_WINDOW_MS,
} from "#modules/warmup/rules/placement.ts";
import { rampState } from "#modules/warmup/rules/states.ts";
import { throttleWarmup } from "./throttle-warmup.ts";
import { selectPlacements } from "#modules/warmup/mailbox-care/placement-store.ts";
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
  const since = [{ id, at: freshSince(row, ctx.now()) }];
  const fresh = (await selectPlacements(ctx.db, ctx.workspaceId, since)).get(id);
  if (!fresh) return;
  const to = judgePlacement(row.state, fresh, rampState(row));
  if (to === "throttled" || to === "quarantined")
    await throttleWarmup(ctx, id, to, reasonOf(fresh));
}

const reasonOf = ({ inbox, spam }: Placement): string =>
  `${spam} of its last ${inbox + spam} warmup emails landed in spam.`;
