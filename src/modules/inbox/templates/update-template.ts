import type {
  ReplyTemplate,
  UpdateReplyTemplateBody,
} from "#modules/inbox/contract/reply-templates.ts";
import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { TemplateId } from "#platform/rules/ids.ts";
import { nameTaken } from "./create-template.ts";
import { presentTemplate } from "./list-templates.ts";
import { changeTemplate, removeTemplate, selectTemplate, whileTemplate } from "./store.ts";

/** Changes name or text. Throws `not_found`, `conflict` for a name that is taken, `validation_failed` for a changed id. */
export async function updateTemplate(
  ctx: WorkspaceCtx,
  id: TemplateId,
  { name, body, ...fixed }: UpdateReplyTemplateBody,
): Promise<ReplyTemplate> {
  const { db, workspaceId } = ctx;
  if (!(await selectTemplate(db, workspaceId, id))) throw notFound("reply template");
  for (const [path, own] of [
    ["id", id],
    ["workspace_id", workspaceId],
  ] as const) {
    if (fixed[path] === undefined || fixed[path] === own) continue;
    throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
  }
  const change = { ...(name !== undefined && { name }), ...(body !== undefined && { body }) };
  const row = await changeTemplate(db, workspaceId, id, change, ctx.now());
  if (row) return presentTemplate(row);
  if (name !== undefined && (await selectTemplate(db, workspaceId, id))) throw nameTaken(name);
  throw notFound("reply template");
}

/** Removes a template; replies that were made of it stay. Throws `not_found`. */
export async function deleteTemplate(ctx: MemberCtx, id: TemplateId): Promise<void> {
  const line = deletionLine(ctx, "reply_template", id, whileTemplate(ctx.workspaceId, id));
  if (!(await removeTemplate(ctx.db, ctx.workspaceId, id, line))) throw notFound("reply template");
}
