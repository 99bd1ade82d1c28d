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
import { deleteTemplate } from "./delete-template.ts";
import { listTemplates } from "./list-templates.ts";
import { updateTemplate } from "./update-template.ts";

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
      params,
      answers: { 204: null },
    },
    async (ctx, { params: { id } }) => {
      await deleteTemplate(ctx, id);
      return noContent();
    },
  ),
];
