import { presentAccess } from "#modules/operations/client-access/set-access.ts";
import { switchesOf } from "#platform/access/switches.ts";
import { z } from "zod";
import { exportClient } from "#modules/operations/archive/export-client.ts";
import {
  Client,
  ClientParams,
  ClientsQuery,
  CreateClientBody,
  PauseClientBody,
} from "#modules/operations/contract/admin.ts";
import { listOf } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { addClient } from "./create-client.ts";
import { deleteClient } from "./delete-client.ts";
import { listClients, readClient } from "./list-clients.ts";
import { pauseClient, resumeClient } from "./pause-client.ts";
import { restoreClient } from "./restore-client.ts";

const PATH = "/api/v1/admin/clients";

const RESUMED = {
  id: 7,
  workspace: {
    id: 7,
    name: "Acme",
    slug: "acme",
    updated_at: "2026-01-05T09:00:00.000Z",
    created_at: "2026-01-05T09:00:00.000Z",
  },
  users: [],
  access: presentAccess(switchesOf("classic")),
  leads: 4120,
  paused_at: null,
  pause_reason: null,
  deleted_at: null,
  purge_at: null,
};
const PAUSED = {
  ...RESUMED,
  paused_at: "2026-03-02T09:30:00.000Z",
  pause_reason: "Unpaid invoice",
};

export const clientRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "List clients: workspaces with logins of their own.",
      description:
        "For admins, and keys of the installation. With `status` `deleted`, those that can still be restored. Changes nothing.",
      query: ClientsQuery,
      example: {
        answer: {
          data: [RESUMED],
          pagination: { page: 1, limit: 50, total: 1, total_pages: 1, next_cursor: null },
        },
      },
      answers: { 200: listOf(Client) },
    },
    async (ctx, { query }) => ok(await listClients(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Create a client: a workspace and the login of its first person.",
      description:
        "For admins, and keys of the installation. Without `password` the person is invited: the answer has `invitation`, with its link where the installation cannot send email.",
      body: CreateClientBody,
      example: {
        body: {
          name: "Joe Doe",
          email: "joe@acme.example",
          password: "correct horse battery",
          workspace: { name: "Acme", slug: "acme" },
        },
        answer: RESUMED,
      },
      answers: { 201: Client },
    },
    async (ctx, { body }) => {
      const client = await addClient(ctx, body);
      return created(client, `${PATH}/${client.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/:wid`,
      scope: "caller",
      action: "admin.read",
      summary: "One client, deleted or not.",
      description: "For admins, and keys of the installation. Changes nothing.",
      params: ClientParams,
      example: { answer: RESUMED },
      answers: { 200: Client },
    },
    async (ctx, { params }) => ok(await readClient(ctx, params.wid)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:wid`,
      scope: "caller",
      action: "admin.edit",
      reauthentication: true,
      summary:
        "Delete a client: people and API keys end at once, campaigns pause, data goes after 30 days.",
      description:
        "For admins, and keys of the installation. Nobody enters the workspace any more. Within 30 days POST .../restore takes it back.",
      params: ClientParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteClient(ctx, params.wid);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/:wid/export`,
      scope: "caller",
      action: "admin.edit",
      summary: "All data of a client as one zip archive.",
      description:
        "Settings, lists, leads, suppressions, mailboxes without secrets, campaigns, enrolments, emails, conversations and statistics as newline-delimited JSON, with a manifest of counts and SHA-256. The archive is read while it is sent. Pause the client first, so that nothing changes meanwhile. Admins only; written to the audit log.",
      params: ClientParams,
      answers: { 200: z.string() },
      produces: "application/zip",
      example: { answer: "PK" },
    },
    async (ctx, { params }) => {
      const { body, filename } = await exportClient(ctx, params.wid);
      return new Response(body, {
        headers: {
          "Content-Type": "application/zip",
          "Content-Disposition": `attachment; filename="${filename}"`,
          "Cache-Control": "no-store",
        },
      });
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:wid/pause`,
      scope: "caller",
      action: "admin.edit",
      summary: "Pause a client as a whole: nothing leaves its workspace.",
      description:
        "Campaigns, emails that are sent again, replies that people write, and warmup wait until the client is resumed; what a server is receiving at this moment still arrives. Tracking goes on and replies are read. Nothing else changes: campaigns stay active and continue where they stopped. Admins only.",
      params: ClientParams,
      body: PauseClientBody,
      answers: { 200: Client },
      example: { body: { reason: "Unpaid invoice" }, answer: PAUSED },
    },
    async (ctx, { params, body }) => ok(await pauseClient(ctx, params.wid, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:wid/resume`,
      scope: "caller",
      action: "admin.edit",
      summary: "Let a paused client send again.",
      description:
        "What waited is sent by the usual rules: hours, limits and gaps, so nothing goes out in a burst. A client that is not paused stays as it is. Admins only.",
      params: ClientParams,
      answers: { 200: Client },
      example: { answer: RESUMED },
    },
    async (ctx, { params }) => ok(await resumeClient(ctx, params.wid)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:wid/restore`,
      scope: "caller",
      action: "admin.edit",
      summary: "Take a client's deletion back, within 30 days.",
      description:
        "For admins, and keys of the installation. The people can sign in again with their passwords. Campaigns stay paused, and API keys stay revoked.",
      params: ClientParams,
      example: { answer: RESUMED },
      answers: { 200: Client },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => ok(await restoreClient(ctx, params.wid)),
  ),
];
