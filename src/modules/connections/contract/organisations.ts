import { z } from "zod";
import { bodyId, EmailAddress, NullableTime } from "#platform/contract/common.ts";
import { GRANT_STATES, ORGANISATION_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import { LACKS } from "#modules/connections/rules/lacks.ts";
import type { OrganisationId, WorkspaceId } from "#platform/rules/ids.ts";

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, "Enter a domain, such as example.com.");

/** Addresses in one request. */
export const MAX_EMAILS = 200;
const Emails = z.array(EmailAddress).min(1).max(MAX_EMAILS);

export const OrganisationBody = z.discriminatedUnion("provider", [
  z.strictObject({
    provider: z.literal("google").describe("A Google Workspace."),
    name: z.string().trim().min(1).max(100).optional().describe("What the table shows."),
    domains: z
      .array(Domain)
      .min(1)
      .max(100)
      .describe("Its domains, the primary one first; only their addresses can be opened."),
    admin_email: EmailAddress.optional().describe(
      "An admin of it, in whose name users are listed.",
    ),
  }),
  z.strictObject({
    provider: z.literal("microsoft").describe("A tenant of Microsoft 365."),
    name: z.string().trim().min(1).max(100).optional().describe("What the table shows."),
    tenant: z
      .uuid()
      .toLowerCase()
      .optional()
      .describe("The tenant's id; left out, it is known once its admin followed the link."),
  }),
]);
export type OrganisationBody = z.output<typeof OrganisationBody>;

export const LackShown = z.object({
  code: z.enum(LACKS).describe("What is missing."),
  message: z.string().describe("What an admin has to do about it."),
});

export const OrganisationShown = z.object({
  id: z.int().describe("Id of the organisation."),
  provider: z.enum(ORGANISATION_PROVIDERS).describe("Which provider."),
  name: z.string().describe("What the table shows."),
  tenant: z.string().describe("google: the primary domain. microsoft: the tenant's id."),
  domains: z.array(z.string()).describe("Domains that are known of it."),
  admin_email: z.string().nullable().describe("google: in whose name users are listed."),
  state: z
    .enum(["untested", "ready", "lacking"])
    .describe("ready: a test succeeded; lacking: the last test failed; untested: there was none."),
  lacks: z.array(LackShown).describe("What was missing at the last test, or is missing now."),
  reason: z.string().nullable().describe("The provider's words at the last test."),
  proved_at: NullableTime.describe("When a token for one of its addresses was given last."),
  checked_at: NullableTime.describe("When it was tested last."),
  granted_addresses: z.int().describe("Addresses that workspaces may connect."),
  mailboxes: z.int().describe("Mailboxes connected by it, in all workspaces."),
  admin_consent_url: z
    .string()
    .nullable()
    .describe("microsoft: where an admin of this tenant consents; null without an app."),
});
export type OrganisationShown = z.output<typeof OrganisationShown>;

export const OrganisationList = z.object({
  data: z.array(OrganisationShown).describe("All of them, oldest first."),
});

export const AddedOrganisation = z.object({
  organisation: OrganisationShown.nullable().describe("Null until the tenant's admin is back."),
  admin_consent_url: z
    .string()
    .nullable()
    .describe("microsoft: where an admin of the tenant consents for all of it."),
  expires_at: NullableTime.describe("When the way back from that address stops being good."),
});
export type AddedOrganisation = z.output<typeof AddedOrganisation>;

export const OrganisationTestBody = z.strictObject({
  email: EmailAddress.describe("An address of the organisation, for which a token is asked."),
});

export const OrganisationTest = z.object({
  ok: z.boolean().describe("Whether the provider gave a token that opens the mailbox."),
  lacks: z.array(LackShown).describe("What this test found missing; of the address alone as well."),
  reason: z.string().nullable().describe("The provider's words."),
  organisation: OrganisationShown.describe("As it is after the test."),
});
export type OrganisationTest = z.output<typeof OrganisationTest>;

export const UsersQuery = z.object({
  q: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9._@'+-]{0,100}$/, "Enter the beginning of an address.")
    .default("")
    .describe("How the address begins."),
  cursor: z.string().max(4_000).optional().describe("next_cursor of the page before."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .transform((n) => Math.min(n, 200))
    .describe("Users a page; above 200 is answered with 200."),
});
export type UsersQuery = z.output<typeof UsersQuery>;

export const OrganisationUsers = z.object({
  data: z
    .array(
      z.object({
        email: z.string().describe("The user's address."),
        name: z.string().describe("The user's name."),
        is_suspended: z.boolean().describe("Whether the account is switched off."),
        workspace_ids: z.array(z.int()).describe("Workspaces that may connect it."),
      }),
    )
    .describe("The users of this page."),
  next_cursor: z.string().nullable().describe("Give it as cursor; null on the last page."),
});
export type OrganisationUsers = z.output<typeof OrganisationUsers>;

export const GrantAddressesBody = z.strictObject({
  workspace_id: bodyId<WorkspaceId>().describe("Who may connect them."),
  emails: Emails.describe("Addresses of the organisation."),
});
export type GrantAddressesBody = z.output<typeof GrantAddressesBody>;

export const WorkspaceAddresses = z.object({
  data: z
    .array(
      z.object({
        organisation_id: z.int().describe("As connect-organisation takes it."),
        organisation: z.string().describe("The organisation's name."),
        provider: z.enum(ORGANISATION_PROVIDERS).describe("Which provider."),
        email: z.string().describe("The address."),
        state: z.enum(GRANT_STATES).nullable().describe("Null: no mailbox was connected yet."),
      }),
    )
    .describe("The addresses of this page."),
  next_cursor: z.string().nullable().describe("Give it as cursor; null on the last page."),
});
export type WorkspaceAddresses = z.output<typeof WorkspaceAddresses>;

export const ConnectOrganisationBody = z.strictObject({
  organisation_id: bodyId<OrganisationId>().describe("As organisation-addresses lists it."),
  emails: z.array(EmailAddress).min(1).max(50).describe("Addresses granted to this workspace."),
});
export type ConnectOrganisationBody = z.output<typeof ConnectOrganisationBody>;

export const ConnectedOrganisation = z.object({
  data: z
    .array(
      z.object({
        email: z.string().describe("The address, in the order asked for."),
        mailbox_id: z.int().nullable().describe("Its mailbox; null where it was not connected."),
        problem: z
          .object({
            code: z.string().describe("Code of the problem."),
            message: z.string().describe("What is wrong."),
          })
          .nullable()
          .describe("Why it was not connected."),
      }),
    )
    .describe("A result for each address, in order."),
});
export type ConnectedOrganisation = z.output<typeof ConnectedOrganisation>;
