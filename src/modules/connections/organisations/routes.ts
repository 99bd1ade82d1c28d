import { z } from "zod";
import { pathId } from "#platform/contract/common.ts";
import {
  AddedOrganisation,
  GrantAddressesBody,
  OrganisationBody,
  OrganisationList,
  OrganisationTest,
  OrganisationTestBody,
  OrganisationUsers,
  UsersQuery,
} from "#modules/connections/contract/organisations.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import { deleteOrganisation, startOrganisation } from "./add-organisation.ts";
import { grantAddresses, withdrawAddresses } from "./grant-addresses.ts";
import { listOrganisations } from "./list-organisations.ts";
import { listUsers } from "./list-users.ts";
import { testOrganisation } from "./test-organisation.ts";

const ORGANISATIONS = "/api/v1/admin/organisations";
const OrganisationPath = z.object({
  id: pathId<OrganisationId>().describe("Id of the organisation."),
});
const CONTOSO = {
  id: 3,
  provider: "microsoft",
  name: "Contoso",
  tenant: "2f1c0b8e-5d4a-4c3b-9a2f-1e0d9c8b7a6f",
  domains: ["contoso.com"],
  admin_email: null,
  state: "ready",
  lacks: [],
  reason: null,
  proved_at: "2026-11-23T12:00:00.000Z",
  checked_at: "2026-11-23T12:00:00.000Z",
  granted_addresses: 10,
  mailboxes: 4,
  admin_consent_url:
    "https://login.microsoftonline.com/2f1c0b8e-5d4a-4c3b-9a2f-1e0d9c8b7a6f/v2.0/adminconsent?client_id=6a2e3b52",
};

/** For admins of the install: tenants, their users, and which workspace may connect which of them. */
export const organisationRoutes = [
  endpoint(
    {
      method: "GET",
      path: ORGANISATIONS,
      scope: "caller",
      action: "organisations.edit",
      summary: "All tenants and domains that let this install in, with what each lacks.",
      description: "Admins may; it changes nothing and asks no provider.",
      answers: { 200: OrganisationList },
      example: { answer: { data: [CONTOSO] } },
    },
    async (ctx) => ok({ data: await listOrganisations(ctx) }),
  ),
  endpoint(
    {
      method: "POST",
      path: ORGANISATIONS,
      scope: "caller",
      action: "organisations.edit",
      summary: "Add a Google domain or a Microsoft tenant.",
      description:
        "Admins may. For Microsoft without a tenant it stores the way out for ten minutes and answers the link by which the tenant's admin consents. What is added is unproved until a test succeeds.",
      body: OrganisationBody,
      answers: { 200: AddedOrganisation },
      problems: ["oauth_client_missing", "conflict"],
      example: {
        body: { provider: "microsoft" },
        answer: {
          organisation: null,
          admin_consent_url:
            "https://login.microsoftonline.com/organizations/v2.0/adminconsent?client_id=6a2e3b52",
          expires_at: "2026-11-23T12:10:00.000Z",
        },
      },
    },
    async (ctx, { body }) => ok(await startOrganisation(ctx, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${ORGANISATIONS}/:id`,
      scope: "caller",
      action: "organisations.edit",
      summary: "Forget an organisation.",
      description:
        "Admins may. Takes its addresses back from all workspaces; mailboxes that were connected by it wait at their next log-in.",
      params: OrganisationPath,
      answers: { 204: null },
      problems: ["not_found"],
    },
    async (ctx, { params }) => {
      await deleteOrganisation(ctx, params.id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${ORGANISATIONS}/:id/test`,
      scope: "caller",
      action: "organisations.edit",
      summary: "Ask for a token for one address of an organisation.",
      description:
        "Admins may. Only a token proves anything: it makes the organisation ready, and a refusal is kept as what it lacks. Where a workspace has connected the address, its log-in is tested as well.",
      params: OrganisationPath,
      body: OrganisationTestBody,
      answers: { 200: OrganisationTest },
      problems: ["not_found", "upstream_failed", "upstream_unavailable", "upstream_timeout"],
      example: {
        body: { email: "joe@contoso.com" },
        answer: { ok: true, lacks: [], reason: null, organisation: CONTOSO },
      },
    },
    async (ctx, { params, body }) => ok(await testOrganisation(ctx, params.id, body.email)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${ORGANISATIONS}/:id/users`,
      scope: "caller",
      action: "organisations.edit",
      summary: "The users of an organisation, from its own directory.",
      description:
        "Admins may; it changes nothing. Asks Google's Directory API or Microsoft Graph for one page. Where the provider has enough for now, the answer is 503 with its Retry-After.",
      params: OrganisationPath,
      query: UsersQuery,
      answers: { 200: OrganisationUsers },
      problems: ["not_found", "invalid_state", "upstream_failed", "upstream_unavailable"],
      example: {
        answer: {
          data: [
            { email: "joe@contoso.com", name: "Joe Doe", is_suspended: false, workspace_ids: [7] },
          ],
          next_cursor: null,
        },
      },
    },
    async (ctx, { params, query }) => ok(await listUsers(ctx, params.id, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${ORGANISATIONS}/:id/addresses`,
      scope: "caller",
      action: "organisations.edit",
      summary: "Let a workspace connect addresses of an organisation.",
      description:
        "Admins may. Addresses that the workspace has already stay; connects nothing by itself.",
      params: OrganisationPath,
      body: GrantAddressesBody,
      answers: { 204: null },
      problems: ["not_found"],
      example: { body: { workspace_id: 7, emails: ["joe@contoso.com"] } },
    },
    async (ctx, { params, body }) => {
      await grantAddresses(ctx, params.id, body);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${ORGANISATIONS}/:id/addresses/withdraw`,
      scope: "caller",
      action: "organisations.edit",
      summary: "Take addresses back from a workspace.",
      description:
        "Admins may. Mailboxes that the workspace has connected with them get no token at their next log-in, and wait.",
      params: OrganisationPath,
      body: GrantAddressesBody,
      answers: { 204: null },
      problems: ["not_found"],
      example: { body: { workspace_id: 7, emails: ["joe@contoso.com"] } },
    },
    async (ctx, { params, body }) => {
      await withdrawAddresses(ctx, params.id, body);
      return noContent();
    },
  ),
];
