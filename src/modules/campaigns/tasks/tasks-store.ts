import { and, eq, type SQL, sql } from "drizzle-orm";
import type { TaskKind, TaskState } from "#modules/campaigns/rules/tasks.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { nextIsTask } from "./tasks-sql.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  StepId,
  TaskId,
  UnixMs,
  UserId,
  WorkspaceId,
} from "#platform/rules/ids.ts";

export type TaskRow = typeof tasks.$inferSelect;
/** A task with the names that people look for. */
export type TaskShown = {
  readonly task: TaskRow;
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly campaign: string | null;
  readonly position: number | null;
};

/** Tasks that no sequence waits for. */
export const insertTasks = (
  db: Db,
  workspaceId: WorkspaceId,
  rows: readonly { readonly key: string; readonly leadId: LeadId; readonly text: string }[],
  task: {
    readonly kind: TaskKind;
    readonly assigned_to: UserId | null;
    readonly campaignId: CampaignId | null;
    readonly dueAt: UnixMs;
    readonly createdBy: string;
  },
  now: UnixMs,
): Statement => {
  const json = JSON.stringify(rows.map(({ key, leadId, text }) => [key, leadId, text]));
  return db.run(sql`
    INSERT INTO ${tasks} (workspace_id, key, lead_id, campaign_id, kind, text, due_at, assigned_to, created_by,
      created_at, updated_at)
    SELECT ${workspaceId}, j.value->>0, l.id, ${task.campaignId}, ${task.kind}, j.value->>2, ${task.dueAt},
      ${task.assigned_to}, ${task.createdBy}, ${now}, ${now}
    FROM json_each(${json}) j CROSS JOIN ${leads} l ON l.id = j.value->>1 WHERE +l.workspace_id = ${workspaceId}
    ON CONFLICT (workspace_id, key) DO NOTHING`);
};

export type StepTaskRow = {
  readonly key: string;
  readonly enrolmentId: EnrolmentId;
  readonly stepId: StepId;
  readonly kind: TaskKind;
  readonly text: string;
  readonly assigned_to: UserId | null;
  readonly dueAt: UnixMs;
};

/** Tasks of places that are still due. */
export const insertStepTasks = (
  db: Db,
  workspaceId: WorkspaceId,
  rows: readonly StepTaskRow[],
  now: UnixMs,
): Statement => {
  const json = JSON.stringify(
    rows.map((row) => [
      row.key,
      row.enrolmentId,
      row.stepId,
      row.kind,
      row.text,
      row.assigned_to,
      row.dueAt,
    ]),
  );
  return db.run(sql`
    INSERT INTO ${tasks} (workspace_id, key, lead_id, campaign_id, enrolment_id, step_id, kind, text, due_at,
      assigned_to, created_by, created_at, updated_at)
    SELECT ${workspaceId}, j.value->>0, e.lead_id, e.campaign_id, e.id, t.id, j.value->>3, j.value->>4,
      j.value->>6, j.value->>5, 'step:' || t.id, ${now}, ${now}
    FROM json_each(${json}) j CROSS JOIN ${campaignLeads} e ON e.id = j.value->>1
      CROSS JOIN ${steps} t ON t.id = j.value->>2
    WHERE +e.workspace_id = ${workspaceId} AND +t.workspace_id = ${workspaceId} AND t.task IS NOT NULL
      AND t.campaign_id = e.campaign_id AND e.status IN ('pending', 'in_progress') AND e.next_send_at <= ${now}
    ON CONFLICT (workspace_id, key) DO NOTHING`);
};

/** One of these tasks is open. */
export const opened = (workspaceId: WorkspaceId, keys: readonly string[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tasks} o WHERE o.workspace_id = ${workspaceId}
    AND o.key IN (SELECT value FROM json_each(${JSON.stringify(keys)})) AND o.state = 'open')`;

/** Takes the places of open tasks off what is due, until somebody ends the task. */
export const holdForTasks = (
  db: Db,
  workspaceId: WorkspaceId,
  keys: readonly string[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${campaignLeads} SET next_send_at = NULL, held_until = NULL
    FROM ${tasks} o WHERE o.workspace_id = ${workspaceId}
      AND o.key IN (SELECT value FROM json_each(${JSON.stringify(keys)})) AND o.state = 'open'
      AND ${campaignLeads}.id = o.enrolment_id AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${campaignLeads}.status IN ('pending', 'in_progress') AND ${campaignLeads}.next_send_at <= ${now}`);

/** Ends open tasks, whose reason is gone; `those` is a condition on the columns of tasks. */
export const endTasks = (db: Db, workspaceId: WorkspaceId, those: SQL, now: UnixMs): Statement =>
  db.run(sql`
    UPDATE ${tasks} SET state = 'ended', ended_at = ${now}, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND state = 'open' AND ${those}`);

export type DuePlace = {
  readonly id: EnrolmentId;
  readonly workspaceId: WorkspaceId;
  readonly campaignId: CampaignId;
};

/** Across workspaces: places of active campaigns that are due at a task. */
export const selectDueAtTasks = (db: Db, now: UnixMs, limit: number): Promise<DuePlace[]> =>
  db.all<DuePlace>(sql`
    SELECT e.id AS "id", e.workspace_id AS "workspaceId", e.campaign_id AS "campaignId"
    FROM (SELECT DISTINCT campaign_id FROM ${steps} INDEXED BY steps_tasks
        WHERE task IS NOT NULL AND campaign_id > 0) t
      CROSS JOIN ${campaigns} k ON k.id = t.campaign_id
      CROSS JOIN json_each('["pending", "in_progress"]') w
      CROSS JOIN ${campaignLeads} e ON e.campaign_id = k.id AND e.status = w.value AND e.next_send_at <= ${now}
    WHERE k.status = 'active' AND k.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM workspaces o WHERE o.id = k.workspace_id AND o.paused_at IS NOT NULL)
      AND ${nextIsTask} = 1
    LIMIT ${limit}`);

export type TaskFilter = {
  readonly states: readonly TaskState[];
  /** Undefined: anybody; null: nobody. */
  readonly assignedTo: UserId | null | undefined;
  readonly campaignId: CampaignId | undefined;
  readonly leadId: LeadId | undefined;
  readonly kind: TaskKind | undefined;
  /** Due from and before. */
  readonly from: UnixMs | undefined;
  readonly before: UnixMs | undefined;
};

const shown = {
  task: tasks,
  email: sql<string>`coalesce(${leads.email}, '')`.as("lead_email"),
  name: sql<string>`trim(coalesce(${leads.firstName}, '') || ' ' || coalesce(${leads.lastName}, ''))`.as(
    "lead_name",
  ),
  company: sql<string>`coalesce(${leads.company}, '')`.as("lead_company"),
  campaign: sql<
    string | null
  >`(SELECT k.name FROM ${campaigns} k WHERE k.id = ${tasks.campaignId} AND +k.workspace_id = ${tasks.workspaceId})`.as(
    "campaign_name",
  ),
  position: sql<
    number | null
  >`(SELECT p.position FROM ${steps} p WHERE p.id = ${tasks.stepId} AND +p.workspace_id = ${tasks.workspaceId})`.as(
    "step_position",
  ),
};

const matching = (workspaceId: WorkspaceId, f: TaskFilter): SQL =>
  sql`${tasks.workspaceId} = ${workspaceId}
    AND ${tasks.state} IN (SELECT value FROM json_each(${JSON.stringify(f.states)}))
    ${f.assignedTo === undefined ? sql`` : sql`AND ${tasks.assignedTo} IS ${f.assignedTo}`}
    ${f.campaignId === undefined ? sql`` : sql`AND ${tasks.campaignId} = ${f.campaignId}`}
    ${f.leadId === undefined ? sql`` : sql`AND ${tasks.leadId} = ${f.leadId}`}
    ${f.kind === undefined ? sql`` : sql`AND ${tasks.kind} = ${f.kind}`}
    ${f.from === undefined ? sql`` : sql`AND ${tasks.dueAt} >= ${f.from}`}
    ${f.before === undefined ? sql`` : sql`AND ${tasks.dueAt} < ${f.before}`}`;

/** Those due first come first, from behind a place. */
export const selectTasks = (
  db: Db,
  workspaceId: WorkspaceId,
  filter: TaskFilter,
  after: readonly [dueAt: number, id: number] | null,
  page: { readonly limit: number; readonly offset: number },
): Promise<TaskShown[]> =>
  db
    .select(shown)
    .from(tasks)
    .leftJoin(leads, sql`${leads.id} = ${tasks.leadId} AND +${leads.workspaceId} = ${workspaceId}`)
    .where(
      sql`${matching(workspaceId, filter)}
        ${after === null ? sql`` : sql`AND (${tasks.dueAt}, ${tasks.id}) > (${after[0]}, ${after[1]})`}`,
    )
    .orderBy(tasks.dueAt, tasks.id)
    .limit(page.limit)
    .offset(page.offset);

/** How many, up to a bound. */
export async function countTasks(
  db: Db,
  workspaceId: WorkspaceId,
  filter: TaskFilter,
  bound: number,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${tasks} WHERE ${matching(workspaceId, filter)} LIMIT ${bound})`);
  return rows[0]?.n ?? 0;
}

export async function selectTasksById(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly TaskId[],
): Promise<TaskShown[]> {
  return db
    .select(shown)
    .from(tasks)
    .leftJoin(leads, sql`${leads.id} = ${tasks.leadId} AND +${leads.workspaceId} = ${workspaceId}`)
    .where(
      sql`+${tasks.workspaceId} = ${workspaceId} AND ${tasks.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
    .orderBy(tasks.dueAt, tasks.id);
}

export async function selectTaskByKey(
  db: Db,
  workspaceId: WorkspaceId,
  key: string,
): Promise<TaskId | null> {
  const rows = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.key, key)));
  return rows[0]?.id ?? null;
}

/** Where the sequences stand that wait for these tasks. */
export const selectWaitingPlaces = (db: Db, workspaceId: WorkspaceId, ids: readonly TaskId[]) =>
  db.all<{
    taskId: TaskId;
    enrolmentId: EnrolmentId;
    campaignId: CampaignId;
    position: number;
    leadZone: string | null;
    schedule: string;
  }>(sql`
    SELECT o.id AS "taskId", e.id AS "enrolmentId", e.campaign_id AS "campaignId", p.position AS "position",
      ${leadZone(sql`l.custom`)} AS "leadZone", k.schedule AS "schedule"
    FROM ${tasks} o JOIN ${campaignLeads} e ON e.id = o.enrolment_id JOIN ${steps} p ON p.id = o.step_id
      JOIN ${campaigns} k ON k.id = e.campaign_id JOIN ${leads} l ON l.id = e.lead_id
    WHERE o.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +o.workspace_id = ${workspaceId}
      AND o.state = 'open' AND e.status IN ('pending', 'in_progress', 'paused')`);

/** All of these tasks are still open: the condition of what their end causes. */
export const stillOpen = (workspaceId: WorkspaceId, ids: readonly TaskId[]): SQL =>
  sql`(SELECT count(*) FROM ${tasks} o WHERE o.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND +o.workspace_id = ${workspaceId} AND o.state = 'open') = ${ids.length}`;

/** Ends open tasks by a person's word; answers those that were open. */
export const finishTasks = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly TaskId[],
  to: { readonly state: "done" | "skipped"; readonly note: string; readonly by: string },
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.all<{ id: TaskId }>(sql`
    UPDATE ${tasks} SET state = ${to.state}, note = ${to.note}, ended_by = ${to.by}, ended_at = ${now},
      updated_at = ${now}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
      AND state = 'open' AND ${guard}
    RETURNING id`);

/** Changes open tasks; answers those that were. */
export const changeTasks = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly TaskId[],
  patch: Partial<Pick<TaskRow, "kind" | "text" | "dueAt" | "assignedTo">>,
  now: UnixMs,
): Statement =>
  db
    .update(tasks)
    .set({ ...patch, updatedAt: now })
    .where(
      sql`${tasks.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND +${tasks.workspaceId} = ${workspaceId} AND ${tasks.state} = 'open'`,
    )
    .returning({ id: tasks.id });

/** The condition of an audit line: one of them is open. */
export const whileAnyTask = (workspaceId: WorkspaceId, ids: readonly TaskId[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tasks} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND +workspace_id = ${workspaceId} AND state = 'open')`;

/** The same for those of a campaign that goes. */
export const endTasksOfCampaign = (
  db: Db,
  workspaceId: WorkspaceId,
  id: CampaignId,
  guard: SQL,
  now: UnixMs,
): Statement => endTasks(db, workspaceId, sql`campaign_id = ${id} AND ${guard}`, now);

/** And for those that sequences of these leads wait for, in one campaign or in all. */
export const endTasksOfLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  of: { readonly leads: SQL; readonly campaignId: CampaignId | null },
  guard: SQL | undefined,
  now: UnixMs,
): Statement =>
  endTasks(
    db,
    workspaceId,
    sql`lead_id IN ${of.leads} AND enrolment_id IS NOT NULL
      AND (${of.campaignId} IS NULL OR campaign_id = ${of.campaignId}) AND ${guard ?? sql`1`}`,
    now,
  );

/** One lead as rows of ids. */
export const oneLead = (id: LeadId): SQL => sql`(${id})`;
