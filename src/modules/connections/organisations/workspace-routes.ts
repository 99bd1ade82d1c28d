import { z } from "zod";
import {
  ConnectedOrganisation,
  ConnectOrganisationBody,
  WorkspaceAddresses,
} from "#modules/connections/contract/organisations.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { connectAddresses, listAddresses } from "./connect-addresses.ts";

const MAILBOXES = `${WORKSPACE_PATH}/mailboxes`;

/** What a workspace's people may do with what admins granted them. */
export const workspaceOrganisationRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/organisation-addresses`,
      scope: "workspace",
      action: "connections.edit",
      summary: "The addresses of organisations that this workspace may connect.",
      description:
        "Staff may; it changes nothing. Shows what an admin granted to this workspace and nothing else of the organisations, 200 a page, by address.",
      query: z.object({
        cursor: z.string().max(500).optional().describe("next_cursor of the page before."),
      }),
      answers: { 200: WorkspaceAddresses },
      example: {
        answer: {
          data: [
            {
              organisation_id: 3,
              organisation: "contoso.com",
              provider: "microsoft",
              email: "joe@contoso.com",
              state: null,
            },
          ],
          next_cursor: null,
        },
      },
    },
    async (ctx, { query }) => ok(await listAddresses(ctx, query.cursor)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${MAILBOXES}/connect-organisation`,
      scope: "workspace",
      action: "connections.edit",
      summary: "Connect mailboxes by their organisation, without a password or a consent.",
      description:
        "Staff may, for addresses that an admin granted to this workspace. Makes a mailbox for each, or connects the one of the same address again: its row, threads and warmup stay. Answers a result for each address in order; log-ins are tested in the background.",
      body: ConnectOrganisationBody,
      answers: { 200: ConnectedOrganisation },
      problems: ["not_found"],
      example: {
        body: { organisation_id: 3, emails: ["joe@contoso.com"] },
        answer: { data: [{ email: "joe@contoso.com", mailbox_id: 12, problem: null }] },
      },
    },
    async (ctx, { body }) => ok(await connectAddresses(ctx, body)),
  ),
];
