import { z } from "zod";
import {
  CreateTaskBody,
  FinishTaskBody,
  Task,
  Tasks,
  TasksBulkAnswer,
  TasksBulkBody,
  TasksQuery,
  UpdateTaskBody,
} from "#modules/campaigns/contract/tasks.ts";
import { pathId } from "#platform/contract/common.ts";
import { created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { TaskId } from "#platform/rules/ids.ts";
import { endTask } from "./end-tasks.ts";
import { findTask, listTasks, presentTask } from "./list-tasks.ts";
import { changeManyTasks, createTask, updateTask } from "./save-task.ts";

const LIST = `${WORKSPACE_PATH}/tasks`;
const ONE = `${LIST}/:id`;
const params = z.object({ id: pathId<TaskId>() });

export const taskRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "leads.read",
      summary: "The tasks of the workspace, those due first first.",
      description:
        "Tasks come from steps of sequences, from follow-up rules, and from people. A sequence waits at its task until somebody ends it. Page with the cursor: it stays right while tasks are ended.",
      query: TasksQuery,
      answers: { 200: Tasks },
    },
    async (ctx, { query }) => ok(await listTasks(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: LIST,
      scope: "workspace",
      action: "tasks.edit",
      summary: "Create a task about a lead.",
      description:
        "No sequence waits for it. Answers 404 where the lead or the campaign is not in the workspace.",
      body: CreateTaskBody,
      example: { body: { lead_id: 501, kind: "call", text: "Call Ann about the offer." } },
      answers: { 201: Task },
      problems: ["not_found"],
    },
    async (ctx, { body }) => {
      const row = await createTask(ctx, body);
      const path = `/api/v1/workspaces/${ctx.workspaceId}/tasks/${row.task.id}`;
      return created(presentTask(row), path);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${LIST}/bulk`,
      scope: "workspace",
      action: "tasks.edit",
      summary: "End or assign up to 200 tasks at once.",
      description:
        "Changes those that are open and counts the others. Sequences that waited for an ended task go on with their next step, after its wait.",
      body: TasksBulkBody,
      example: { body: { ids: [9, 10], action: "done" } },
      answers: { 200: TasksBulkAnswer },
      problems: ["conflict"],
    },
    async (ctx, { body }) => ok(await changeManyTasks(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: ONE,
      scope: "workspace",
      action: "leads.read",
      summary: "One task.",
      description: "Changes nothing.",
      params,
      answers: { 200: Task },
    },
    async (ctx, { params: { id } }) => ok(presentTask(await findTask(ctx, id))),
  ),
  endpoint(
    {
      method: "PUT",
      path: ONE,
      scope: "workspace",
      action: "tasks.edit",
      summary: "Change an open task; fields left out keep their value.",
      description: "Answers 409 for a task that is not open any more.",
      params,
      body: UpdateTaskBody,
      example: { body: { assigned_to: 3 } },
      answers: { 200: Task },
      problems: ["invalid_state"],
    },
    async (ctx, { params: { id }, body }) => ok(presentTask(await updateTask(ctx, id, body))),
  ),
  endpoint(
    {
      method: "POST",
      path: `${ONE}/done`,
      scope: "workspace",
      action: "tasks.edit",
      summary: "Say that a task is done.",
      description:
        "A sequence that waited for it goes on with its next step, after its wait. Repeating it changes nothing. Answers 409 where the task ended otherwise.",
      params,
      body: FinishTaskBody,
      example: { body: { note: "She wants a call next week." } },
      answers: { 200: Task },
      problems: ["invalid_state", "conflict"],
    },
    async (ctx, { params: { id }, body: { note } }) =>
      ok(presentTask(await endTask(ctx, id, { state: "done", note }))),
  ),
  endpoint(
    {
      method: "POST",
      path: `${ONE}/skip`,
      scope: "workspace",
      action: "tasks.edit",
      summary: "Skip a task.",
      description:
        "A sequence that waited for it goes on with its next step, after its wait. Repeating it changes nothing. Answers 409 where the task ended otherwise.",
      params,
      body: FinishTaskBody,
      example: { body: { note: "" } },
      answers: { 200: Task },
      problems: ["invalid_state", "conflict"],
    },
    async (ctx, { params: { id }, body: { note } }) =>
      ok(presentTask(await endTask(ctx, id, { state: "skipped", note }))),
  ),
];
