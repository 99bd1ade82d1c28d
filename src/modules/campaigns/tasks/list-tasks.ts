import type { Task, TasksQuery } from "#modules/campaigns/contract/tasks.ts";
import { TASK_STATES } from "#modules/campaigns/rules/tasks.ts";
import { paginationOf } from "#platform/contract/common.ts";
import { type MemberCtx, userIdOf, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import { asId, type TaskId, type UnixMs, type UserId } from "#platform/rules/ids.ts";
import { localDay, nextLocalDay } from "#platform/rules/schedule.ts";
import { iso, isoOrNull, parseIso } from "#platform/rules/time.ts";
import { isTimezone, momentOf } from "#platform/rules/zone.ts";
import {
  countTasks,
  selectTasks,
  selectTasksById,
  type TaskFilter,
  type TaskShown,
} from "./tasks-store.ts";

const COUNTED = 10_001;
const CURSOR = /^t(\d{1,16})\.(\d{1,16})$/;

/** The tasks of the workspace, those due first first. Throws `malformed_request` for a cursor that we did not write, and for a zone that is none. */
export async function listTasks(ctx: MemberCtx, query: TasksQuery) {
  const { db, workspaceId } = ctx;
  const filter = filterOf(ctx, query);
  const after = placeOf(query.cursor);
  const { limit } = query;
  const page = { limit: limit + 1, offset: after ? 0 : (query.page - 1) * limit };
  const [rows, total] = await Promise.all([
    selectTasks(db, workspaceId, filter, after, page),
    countTasks(db, workspaceId, filter, COUNTED),
  ]);
  const last = rows[limit - 1]?.task;
  const next = rows.length > limit && last ? `t${last.dueAt}.${last.id}` : null;
  const known = paginationOf(query, total, next);
  const isMore = total === COUNTED;
  return {
    data: rows.slice(0, limit).map(presentTask),
    pagination: isMore
      ? { ...known, total: null, total_at_least: COUNTED - 1, total_pages: null }
      : known,
  };
}

function placeOf(cursor: string | undefined): readonly [number, number] | null {
  if (cursor === undefined) return null;
  const [, dueAt, id] = CURSOR.exec(cursor) ?? [];
  if (dueAt === undefined || id === undefined) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  return [Number(dueAt), Number(id)];
}

function filterOf(ctx: MemberCtx, query: TasksQuery): TaskFilter {
  const { assignee, timezone, due } = query;
  if (!isTimezone(timezone)) {
    throw new AppError("malformed_request", "Enter a time zone such as Europe/Berlin.");
  }
  return {
    states: query.state === "all" ? TASK_STATES : [query.state],
    assignedTo: assignee === "me" ? me(ctx) : assignee === "none" ? null : assignee,
    campaignId: query.campaign_id,
    leadId: query.lead_id,
    kind: query.kind,
    ...spanOf(due, timezone, ctx.now()),
  };
}

/** A key is nobody to whom tasks are given. */
const me = ({ caller }: MemberCtx): UserId => userIdOf(caller) ?? asId<UserId>(0);

function spanOf(
  due: TasksQuery["due"],
  zone: string,
  now: UnixMs,
): Pick<TaskFilter, "from" | "before"> {
  const midnight = parseIso(`${localDay(zone, now)}T00:00:00Z`);
  if (due === undefined || midnight === null) return { from: undefined, before: undefined };
  const today = momentOf(zone, midnight);
  const tomorrow = nextLocalDay(zone, now);
  if (due === "overdue") return { from: undefined, before: today };
  if (due === "today") return { from: today, before: tomorrow };
  return { from: tomorrow, before: undefined };
}

/** A task of the workspace. Throws `not_found`. */
export async function findTask(ctx: WorkspaceCtx, id: TaskId): Promise<TaskShown> {
  const [row] = await selectTasksById(ctx.db, ctx.workspaceId, [id]);
  if (!row) throw notFound("task");
  return row;
}

/** A task as the API shows it. */
export const presentTask = ({ task, ...of }: TaskShown): Task => ({
  id: task.id,
  key: task.key,
  lead: { id: task.leadId, email: of.email, name: of.name, company: of.company },
  campaign: task.campaignId === null ? null : { id: task.campaignId, name: of.campaign ?? "" },
  step: of.position,
  kind: task.kind,
  text: task.text,
  state: task.state,
  due_at: iso(task.dueAt),
  assigned_to: task.assignedTo,
  note: task.note,
  created_by: task.createdBy,
  created_at: iso(task.createdAt),
  ended_at: isoOrNull(task.endedAt),
});
