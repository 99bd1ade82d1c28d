import { deleteOldWarmups } from "./state-store.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import type { Effects, End, Guard } from "#modules/delivery/engine/kind.ts";
import { countDay, type WarmupMetric } from "#modules/warmup/warmups/count-store.ts";
import {
  fileAnswered,
  noteWarmupSent,
  selectWarmupsToSettle,
  type SettlingWarmup,
} from "./settled-store.ts";

/** Somebody who has answered puts the mail away. */
const FILE_AFTER_MS = 3 * MINUTE_MS;

/**
 * What the end of warmup mails changes. One that left, or may have, counts, its mailbox keeps its
 * gap, and what it answers is put away.
 */
export async function settledWarmups(
  ctx: WorkspaceCtx,
  ends: readonly End[],
  guard: Guard,
): Promise<Effects> {
  const ids = ends.map(({ mail }) => mail.id);
  const rows = await selectWarmupsToSettle(ctx.db, ctx.workspaceId, ids);
  const mails = new Map(rows.map((row) => [row.id as number, row]));
  const statements = ends.flatMap(({ mail: { id, state }, to }): Statement[] => {
    const mail = mails.get(id);
    if (!mail) return [];
    if (to === "failed") return [count(ctx, mail, "refused", guard)];
    // An unknown mail was counted when it became unknown.
    return state === "unknown" ? [] : left(ctx, mail, guard);
  });
  return { statements };
}

function left(ctx: WorkspaceCtx, mail: SettlingWarmup, guard: Guard): Statement[] {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const fileAt = later(now, FILE_AFTER_MS);
  return [
    count(ctx, mail, mail.kind === "starter" ? "sent" : "replied", guard),
    noteWarmupSent(db, workspaceId, mail.fromMailboxId, now, guard),
    ...(mail.answersId === null
      ? []
      : [fileAnswered(db, workspaceId, mail.answersId, fileAt, guard)]),
  ];
}

function count(
  ctx: WorkspaceCtx,
  mail: SettlingWarmup,
  metric: WarmupMetric,
  guard: Guard,
): Statement {
  const day = localDay(mail.timezone ?? "UTC", ctx.now());
  const counted = { mailboxId: mail.fromMailboxId, day, metric };
  return countDay(ctx.db, ctx.workspaceId, counted, guard);
}

/** Longer than an answer takes, and than anything looks back. */
const KEEP_MS = 35 * DAY_MS;

/** Sweep: forgets old warmup mail, some at a time. The days stay. */
export const forgetOldWarmups = (deps: Deps): Promise<void> =>
  deleteOldWarmups(deps.db, later(deps.now(), -KEEP_MS), 500);
