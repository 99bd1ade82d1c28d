import type { CreateWorkspaceBody } from "#contract/accounts.ts";
import { type CallerCtx, personOf } from "#core/ctx.ts";
import { isUniqueViolation } from "#db/db.ts";
import { AppError } from "#domain/errors.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { idOfSlug, insertWorkspace, type WorkspaceRow } from "./store.ts";

/** Makes a workspace and its creator a member. Throws `conflict` for a taken slug. */
export async function createWorkspace(
  ctx: CallerCtx,
  body: CreateWorkspaceBody,
): Promise<WorkspaceRow> {
  const workspaceId = idOfSlug(body.slug);
  const line = auditStatement(ctx, {
    action: "workspace.created",
    workspaceId,
    target: { type: "workspace", id: workspaceId },
    details: { name: body.name },
  });
  try {
    return await insertWorkspace(ctx.db, body, personOf(ctx.caller).userId, ctx.now(), line);
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError("conflict", "This slug is taken; choose another.", {
      cause,
      errors: [{ path: "slug", code: "taken", message: "Already in use." }],
    });
  }
}
