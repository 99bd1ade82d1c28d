import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type {
  CreateTaskBody,
  TasksBulkAnswer,
  TasksBulkBody,
  UpdateTaskBody,
} from "#modules/campaigns/contract/tasks.ts";
import { assertWorksHere } from "#modules/accounts/workspaces/list-members.ts";
import { findLead } from "#modules/leads/leads/read-lead.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { TaskId, UnixMs } from "#platform/rules/ids.ts";
import { parseIso } from "#platform/rules/time.ts";
import { endMany } from "./end-tasks.ts";
import { findTask } from "./list-tasks.ts";
import {
  changeTasks,
  insertTasks,
  selectTaskByKey,
  type TaskShown,
  whileAnyTask,
} from "./tasks-store.ts";

/** Creates a task that no sequence waits for. Throws `not_found`, `validation_failed`. */
export async function createTask(ctx: MemberCtx, body: CreateTaskBody): Promise<TaskShown> {
  const { db, workspaceId } = ctx;
  await findLead(ctx, body.lead_id);
  if (body.campaign_id !== null) await findCampaign(ctx, body.campaign_id);
  await assertWorksHere(ctx, "assigned_to", body.assigned_to);
  const key = `hand:${crypto.randomUUID()}`;
  const now = ctx.now();
  const rows = [{ key, leadId: body.lead_id, text: body.text }];
  const task = {
    kind: body.kind,
    assigned_to: body.assigned_to,
    campaignId: body.campaign_id,
    dueAt: body.due_at === undefined ? now : dueOf(body.due_at),
    createdBy: callerName(ctx.caller),
  };
  await runBatch(db, [
    auditStatement(ctx, {
      action: "task.created",
      workspaceId,
      target: { type: "lead", id: body.lead_id },
      details: { kind: body.kind },
    }),
    insertTasks(db, workspaceId, rows, task, now),
  ]);
  const id = await selectTaskByKey(db, workspaceId, key);
  if (id === null) throw notFound("lead");
  return findTask(ctx, id);
}

/** Changes an open task; fields left out keep their value. Throws `not_found`, `invalid_state`, `validation_failed`. */
export async function updateTask(
  ctx: MemberCtx,
  id: TaskId,
  body: UpdateTaskBody,
): Promise<TaskShown> {
  await findTask(ctx, id);
  await assertWorksHere(ctx, "assigned_to", body.assigned_to ?? null);
  const n = await change(ctx, [id], {
    ...(body.kind !== undefined && { kind: body.kind }),
    ...(body.text !== undefined && { text: body.text }),
    ...(body.due_at !== undefined && { dueAt: dueOf(body.due_at) }),
    ...(body.assigned_to !== undefined && { assignedTo: body.assigned_to }),
  });
  const row = await findTask(ctx, id);
  if (n > 0) return row;
  throw new AppError("invalid_state", `This task is not open any more: ${row.task.state}.`);
}

/** The same for many tasks. Throws `validation_failed`. */
export async function changeManyTasks(
  ctx: MemberCtx,
  body: TasksBulkBody,
): Promise<TasksBulkAnswer> {
  const { ids, note } = body;
  if (body.action !== "assign") {
    return endMany(ctx, ids, { state: body.action === "done" ? "done" : "skipped", note });
  }
  const assignedTo = body.assigned_to ?? null;
  await assertWorksHere(ctx, "assigned_to", assignedTo);
  const changed = await change(ctx, ids, { assignedTo });
  return { changed, unchanged: ids.length - changed };
}

async function change(
  ctx: MemberCtx,
  ids: readonly TaskId[],
  patch: Parameters<typeof changeTasks>[3],
): Promise<number> {
  const { db, workspaceId } = ctx;
  const [, rows] = (await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "tasks.changed",
        workspaceId,
        target: { type: "task", id: ids[0] ?? 0 },
        details: { tasks: ids.length, changed: Object.keys(patch) },
      },
      onlyIf(whileAnyTask(workspaceId, ids)),
    ),
    changeTasks(db, workspaceId, ids, patch, ctx.now()),
  ])) as [unknown, unknown[]];
  return rows.length;
}

function dueOf(text: string): UnixMs {
  const at = parseIso(text);
  if (at === null) throw invalidField("due_at", "invalid_time", "Enter an ISO 8601 time.");
  return at;
}
