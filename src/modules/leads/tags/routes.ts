import { z } from "zod";
import { Tag, TagBody } from "#modules/leads/contract/tags.ts";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { TagId } from "#platform/rules/ids.ts";
import { createTag } from "./create-tag.ts";
import { findTag } from "./find-tag.ts";
import { listTags, presentTag } from "./list-tags.ts";
import { deleteTag, renameTag } from "./update-tag.ts";

const LIST = `${WORKSPACE_PATH}/tags`;
const ONE = `${LIST}/:id`;
const Params = z.object({ id: pathId<TagId>() });

export const tagRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "leads.read",
      summary: "The tags of leads, newest first. `q` is looked for in their names.",
      description:
        "Each tag with how many leads have it. Leads show the names of their tags, and lists, exports and segments filter by a name. Mailboxes have tags of their own, which are not here.",
      query: PageQuery,
      answers: { 200: listOf(Tag) },
    },
    async (ctx, { query }) => ok(await listTags(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: LIST,
      scope: "workspace",
      action: "leads.edit",
      summary: "Create a tag of leads. One that is there already is answered with 200.",
      description:
        "Names that differ in case alone are the same tag. Adding leads with `tags`, and changing the tags of a lead, create what is missing by themselves.",
      body: TagBody,
      example: { body: { name: "Hot" } },
      answers: { 200: Tag, 201: Tag },
    },
    async (ctx, { body }) => {
      const { tag, isNew } = await createTag(ctx, body);
      if (!isNew) return ok(tag);
      return created(tag, `/api/v1/workspaces/${ctx.workspaceId}/tags/${tag.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: ONE,
      scope: "workspace",
      action: "leads.read",
      summary: "One tag of leads with its number of leads.",
      description: "Changes nothing.",
      params: Params,
      answers: { 200: Tag },
    },
    async (ctx, { params }) => ok(presentTag(await findTag(ctx, params.id))),
  ),
  endpoint(
    {
      method: "PUT",
      path: ONE,
      scope: "workspace",
      action: "leads.edit",
      summary: "Rename a tag of leads.",
      description:
        "Its leads keep it, and segments that filter by it follow. Answers 409 where another tag has the name.",
      params: Params,
      body: TagBody,
      example: { body: { name: "Warm" } },
      answers: { 200: Tag },
      problems: ["conflict"],
    },
    async (ctx, { params, body }) => ok(await renameTag(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: ONE,
      scope: "workspace",
      action: "leads.delete",
      summary: "Delete a tag; its leads stay.",
      description:
        "The tag is taken off every lead. Segments that filter by it find nobody until a tag with this name is there again.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteTag(ctx, params.id);
      return noContent();
    },
  ),
];
