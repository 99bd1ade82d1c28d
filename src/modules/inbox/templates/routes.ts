import { z } from "zod";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import {
  CreateReplyTemplateBody,
  ReplyTemplate,
  UpdateReplyTemplateBody,
} from "#modules/inbox/contract/reply-templates.ts";
import type { TemplateId } from "#platform/rules/ids.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { createTemplate } from "./create-template.ts";
import { deleteTemplate, updateTemplate } from "./update-template.ts";
import { listTemplates } from "./list-templates.ts";

const TEMPLATES = `${WORKSPACE_PATH}/reply-templates`;
const params = z.object({ id: pathId<TemplateId>() });

export const replyTemplateRoutes = [
  endpoint(
    {
      method: "GET",
      path: TEMPLATES,
      scope: "workspace",
      action: "threads.read",
      summary: "Replies that the workspace keeps to be used again, newest first.",
      description:
        "Lists the reply templates of the workspace. Everybody of the workspace may read them; a template is filled in and sent only when somebody takes it for a reply. Changes nothing.",
      query: PageQuery.omit({ q: true }),
      answers: { 200: listOf(ReplyTemplate) },
    },
    async (ctx, { query }) => ok(await listTemplates(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: TEMPLATES,
      scope: "workspace",
      action: "reply_templates.edit",
      summary: "Keep a reply for everybody who answers threads of the workspace.",
      description:
        "Stores a reply under a name of its own, for everybody who answers threads of the workspace. 409 `conflict` tells that the name is taken, 409 `limit_reached` that the workspace has 200 templates.",
      body: CreateReplyTemplateBody,
      answers: { 201: ReplyTemplate },
      problems: ["conflict", "limit_reached"],
    },
    async (ctx, { body }) => {
      const template = await createTemplate(ctx, body);
      const path = `/api/v1/workspaces/${ctx.workspaceId}/reply-templates/${template.id}`;
      return created(template, path);
    },
  ),
  endpoint(
    {
      method: "PUT",
      path: `${TEMPLATES}/:id`,
      scope: "workspace",
      action: "reply_templates.edit",
      summary: "Change the name or the text of a reply template.",
      description:
        "Changes what is given and keeps the rest. Replies that were sent stay as they were. `id` and `workspace_id` may be given only as they are. 409 `conflict` tells that another template has the name.",
      params,
      body: UpdateReplyTemplateBody,
      answers: { 200: ReplyTemplate },
      problems: ["conflict"],
    },
    async (ctx, { params: { id }, body }) => ok(await updateTemplate(ctx, id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${TEMPLATES}/:id`,
      scope: "workspace",
      action: "reply_templates.edit",
      summary: "Delete a reply template.",
      description:
        "Deletes the template for everybody in the workspace; it cannot be brought back. Replies that were made of it stay.",
      params,
      answers: { 204: null },
    },
    async (ctx, { params: { id } }) => {
      await deleteTemplate(ctx, id);
      return noContent();
    },
  ),
];
