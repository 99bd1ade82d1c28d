import type { CreateWorkspaceBody } from "#modules/accounts/contract/accounts.ts";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { idOfSlug } from "#modules/accounts/people/made-sql.ts";
import { copyNewWorkspace, uncopied } from "./copy-workspace.ts";
import { insertWorkspace, whileMade, type WorkspaceRow } from "./store.ts";

/**
 * Makes a workspace and its creator a member. Throws `conflict` for a taken slug, `limit_reached` for
 * an employee who made as many as the operator allows.
 */
export async function createWorkspace(
  ctx: CallerCtx,
  body: CreateWorkspaceBody,
): Promise<WorkspaceRow> {
  const workspaceId = idOfSlug(body.slug);
  const { userId, role } = personOf(ctx.caller);
  const limit = role === "employee" ? ctx.settings.EMPLOYEE_WORKSPACES : null;
  const now = ctx.now();
  const line = auditStatement(
    ctx,
    {
      action: "workspace.created",
      workspaceId,
      target: { type: "workspace", id: workspaceId },
      details: { name: body.name },
    },
    whileMade(body.slug, userId, now),
  );
  const row = await insertWorkspace(ctx.install, body, userId, limit, now, [
    line,
    ...uncopied(ctx, { slug: body.slug }),
  ]).catch(taken);
  if (row) {
    await copyNewWorkspace(ctx, row);
    return row;
  }
  throw new AppError("limit_reached", `You may make ${limit} workspaces; ask an admin for more.`);
}

function taken(cause: unknown): never {
  if (!isUniqueViolation(cause)) throw cause;
  throw new AppError("conflict", "This slug is already in use. Choose another.", {
    cause,
    errors: [{ path: "slug", code: "taken", message: "Already in use." }],
  });
}
