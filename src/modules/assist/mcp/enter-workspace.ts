import { invalidField, AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { entryTo } from "#modules/accounts/workspaces/entry-to.ts";
import { listWorkspacesOf } from "#modules/accounts/workspaces/list-workspaces.ts";

/**
 * The workspace that a tool works in: the one named, else the caller's only one. Throws as the
 * routes do: `workspace_forbidden`, `not_found`; `validation_failed` where it has to be named.
 */
export async function enterWorkspace(ctx: CallerCtx, given: unknown): Promise<WorkspaceId> {
  if (given === undefined) return onlyWorkspace(ctx);
  if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 1) {
    throw invalidField(
      "workspace_id",
      "invalid_type",
      "Send the id of the workspace as a whole number.",
    );
  }
  // Checked here, by the rows.
  const id = given as WorkspaceId;
  const entry = await entryTo(ctx, id);
  if (entry === "forbidden") {
    throw new AppError("workspace_forbidden", "Ask an admin to assign you to this workspace.");
  }
  if (entry === "unknown") throw new AppError("not_found", "Workspace not found.");
  return id;
}

async function onlyWorkspace(ctx: CallerCtx): Promise<WorkspaceId> {
  if (ctx.caller.byKey && ctx.caller.keyKind === "workspace") return ctx.caller.workspaceId;
  const [first, second] = await listWorkspacesOf(ctx);
  if (first && !second) return first.id;
  throw invalidField(
    "workspace_id",
    "required",
    "Send workspace_id. list_workspaces lists the workspaces that you can access.",
  );
}
