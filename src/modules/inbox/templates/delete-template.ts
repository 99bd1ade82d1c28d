import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { TemplateId } from "#platform/rules/ids.ts";
import { removeTemplate } from "./store.ts";

/** Removes a template; replies that were made of it stay. Throws `not_found`. */
export async function deleteTemplate(ctx: WorkspaceCtx, id: TemplateId): Promise<void> {
  if (!(await removeTemplate(ctx.db, ctx.workspaceId, id))) throw notFound("reply template");
}
