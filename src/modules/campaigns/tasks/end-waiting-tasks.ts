import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { endTasksOfLeads } from "./tasks-store.ts";

type Of = Parameters<typeof endTasksOfLeads>[2];
type Guard = Parameters<typeof endTasksOfLeads>[3];

/**
 * Ends the tasks that sequences of these leads wait for, in one campaign or in all: for the batch
 * that ends the sequences, before it does, under its condition.
 */
export const endWaitingTasks = (ctx: WorkspaceCtx, of: Of, guard: Guard): Statement =>
  endTasksOfLeads(ctx.db, ctx.workspaceId, of, guard, ctx.now());
