import type {
  CreateReplyTemplateBody,
  ReplyTemplate,
} from "#modules/inbox/contract/reply-templates.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { MAX_REPLY_TEMPLATES } from "#platform/rules/choices.ts";
import { AppError } from "#platform/rules/errors.ts";
import { presentTemplate } from "./list-templates.ts";
import { insertTemplate, isNameTaken } from "./store.ts";

/** Stores a reply for the whole workspace. Throws `conflict` for a name that is taken, `limit_reached` beyond 200. */
export async function createTemplate(
  ctx: WorkspaceCtx,
  body: CreateReplyTemplateBody,
): Promise<ReplyTemplate> {
  const { db, workspaceId } = ctx;
  const row = await insertTemplate(db, workspaceId, body, MAX_REPLY_TEMPLATES, ctx.now());
  if (row) return presentTemplate(row);
  if (await isNameTaken(db, workspaceId, body.name, null)) throw nameTaken(body.name);
  throw new AppError(
    "limit_reached",
    `A workspace can have up to ${MAX_REPLY_TEMPLATES} reply templates. Delete one first.`,
  );
}

/** The error for a second template with the same name. */
export const nameTaken = (name: string): AppError =>
  new AppError("conflict", `A template named "${name}" already exists. Choose another name.`);
