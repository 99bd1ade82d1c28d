import { z } from "zod";
import { listOf, PageQuery, pathId } from "#platform/contract/common.ts";
import { LeadList, UpdateListBody } from "#modules/leads/contract/leads.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { deleteList, updateList } from "./update-list.ts";
import { findList } from "./find-list.ts";
import { listLists, presentList } from "./list-lists.ts";

const Params = z.object({ id: pathId<ListId>() });

export const listRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/lists`,
      scope: "workspace",
      action: "leads.read",
      summary: "The lists of leads, newest first. `q` is looked for in their names.",
      description: "Staff and API keys may, and clients whose access allows it. Changes nothing.",
      query: PageQuery,
      answers: { 200: listOf(LeadList) },
    },
    async (ctx, { query }) => ok(await listLists(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/lists/:id`,
      scope: "workspace",
      action: "leads.read",
      summary: "One list with its number of leads.",
      description: "Staff and API keys may, and clients whose access allows it. Changes nothing.",
      params: Params,
      answers: { 200: LeadList },
    },
    async (ctx, { params }) => ok(presentList(await findList(ctx, params.id))),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${WORKSPACE_PATH}/lists/:id`,
      scope: "workspace",
      action: "leads.edit",
      summary: "Rename a list.",
      description:
        "Staff and API keys may, and clients whose access allows it. Its leads stay as they are.",
      params: Params,
      body: UpdateListBody,
      example: { body: { name: "Fair contacts 2026" } },
      answers: { 200: LeadList },
    },
    async (ctx, { params, body }) => ok(await updateList(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${WORKSPACE_PATH}/lists/:id`,
      scope: "workspace",
      action: "leads.delete",
      summary: "Delete a list; its leads stay.",
      description:
        "Staff and API keys may. Leads that are only in this list stay in the workspace.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteList(ctx, params.id);
      return noContent();
    },
  ),
];
