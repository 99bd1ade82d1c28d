import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { TasksBulkAnswer } from "#modules/campaigns/contract/tasks.ts";
import { advanceEnrolments } from "#modules/campaigns/enrolments/advance-store.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { countCompleted } from "#modules/campaigns/protection/completed-store.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { nextSendAt } from "#modules/campaigns/rules/sending/next-send.ts";
import { selectStepDelays } from "#modules/campaigns/sends/settle-store.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { TaskId } from "#platform/rules/ids.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import { findTask } from "./list-tasks.ts";
import {
  finishTasks,
  selectTasksById,
  selectWaitingPlaces,
  stillOpen,
  type TaskShown,
} from "./tasks-store.ts";

/** Somebody else ended one between reading and writing; read again. */
const MAX_TRIES = 3;

type Word = { readonly state: "done" | "skipped"; readonly note: string };

/** Ends a task by a person's word. Repeating it changes nothing. Throws `not_found`, `invalid_state` for one that ended otherwise. */
export async function endTask(ctx: MemberCtx, id: TaskId, word: Word): Promise<TaskShown> {
  await findTask(ctx, id);
  await endMany(ctx, [id], word);
  const row = await findTask(ctx, id);
  if (row.task.state === word.state) return row;
  throw new AppError("invalid_state", `This task is not open any more: ${row.task.state}.`);
}

/** Ends open tasks; the sequences that waited for them go on with their next step, after its wait. */
export async function endMany(
  ctx: MemberCtx,
  ids: readonly TaskId[],
  word: Word,
): Promise<TasksBulkAnswer> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const rows = await selectTasksById(ctx.db, ctx.workspaceId, ids);
    const open = rows.flatMap(({ task }) => (task.state === "open" ? [task.id] : []));
    if (open.length === 0) return { changed: 0, unchanged: ids.length };
    if (await end(ctx, open, word)) {
      return { changed: open.length, unchanged: ids.length - open.length };
    }
  }
  throw new AppError("conflict", "Someone else is changing these tasks. Try again.");
}

async function end(ctx: MemberCtx, ids: readonly TaskId[], word: Word): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const guard = stillOpen(workspaceId, ids);
  const places = await selectWaitingPlaces(db, workspaceId, ids);
  const campaigns = [...new Set(places.map(({ campaignId }) => campaignId))];
  const steps = await selectStepDelays(db, workspaceId, campaigns);
  const advances = places.map(({ enrolmentId, campaignId, position, schedule, leadZone }) => ({
    enrolmentId,
    step: position,
    nextSendAt: nextSendAt(
      steps.filter((step) => step.campaignId === campaignId),
      position,
      // A column of the campaign, as it was written.
      scheduleFor(JSON.parse(schedule) as Schedule, leadZone),
      now,
    ),
  }));
  const last = advances.filter((one) => one.nextSendAt === null).map((one) => one.enrolmentId);
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: word.state === "done" ? "tasks.done" : "tasks.skipped",
        workspaceId,
        target: { type: "task", id: ids[0] ?? 0 },
        details: { tasks: ids.length },
      },
      onlyIf(guard),
    ),
    countCompleted(db, workspaceId, { place: "in_flight", ids: last }, now, guard),
    advanceEnrolments(db, workspaceId, advances, now, guard),
    finishTasks(db, workspaceId, ids, { ...word, by: callerName(ctx.caller) }, now, guard),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return false;
  if (last.length > 0) for (const id of campaigns) await completeIfFinished(ctx, id);
  return true;
}
