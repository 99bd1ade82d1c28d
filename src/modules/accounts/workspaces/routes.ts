import { CreateWorkspaceBody, Member, Workspace } from "#modules/accounts/contract/accounts.ts";
import { listOf, PageQuery, sortedBy } from "#platform/contract/common.ts";
import { notFound } from "#platform/rules/errors.ts";
import { created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { createWorkspace } from "./create-workspace.ts";
import { listMembers } from "./list-members.ts";
import { listWorkspaces, presentWorkspace } from "./list-workspaces.ts";
import { selectWorkspace } from "./store.ts";

export const workspaceRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/workspaces",
      scope: "caller",
      action: "workspaces.list",
      summary: "The workspaces that you may enter.",
      description:
        "Everybody and every API key. Admins enter all workspaces, others those that they belong to. Changes nothing.",
      query: PageQuery.extend(sortedBy("name")),
      answers: { 200: listOf(Workspace) },
    },
    async (ctx, { query }) => ok(await listWorkspaces(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/workspaces",
      scope: "caller",
      action: "workspaces.create",
      summary: "Create a workspace; you become its member.",
      description:
        "For staff, not with a key. An employee can create a limited number of them, 20 by default. Answers 409 `conflict` for a slug that is taken.",
      body: CreateWorkspaceBody,
      example: { body: { name: "Acme", slug: "acme" } },
      answers: { 201: Workspace },
      problems: ["conflict", "limit_reached"],
    },
    async (ctx, { body }) => {
      const row = await createWorkspace(ctx, body);
      return created(presentWorkspace(row), `/api/v1/workspaces/${row.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: WORKSPACE_PATH,
      scope: "workspace",
      action: "workspace.read",
      summary: "Details of a workspace.",
      description: "Everybody who may enter it, and its API keys. Changes nothing.",
      answers: { 200: Workspace },
    },
    async (ctx) => {
      const row = await selectWorkspace(ctx.install, ctx.workspaceId);
      if (!row) throw notFound("workspace");
      return ok(presentWorkspace(row));
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/members`,
      scope: "workspace",
      action: "threads.read",
      summary: "Who may work in a workspace: whom its threads can be assigned to.",
      description: "Everybody who may enter it, and its API keys. Changes nothing.",
      query: PageQuery.pick({ page: true, limit: true }),
      answers: { 200: listOf(Member) },
    },
    async (ctx, { query }) => ok(await listMembers(ctx, query)),
  ),
];
