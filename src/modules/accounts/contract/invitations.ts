import { z } from "zod";
import { INVITED_ROLES } from "#modules/accounts/rules/administer.ts";
import { bodyId, NullableTime, PageQuery, pathId, Time } from "#platform/contract/common.ts";
import type { InvitationId, WorkspaceId } from "#platform/rules/ids.ts";
import { Email, Language, Password, PersonName } from "./accounts.ts";

/** Workspaces that one invitation can open. */
const MAX_WORKSPACES = 200;

const Role = z.enum(INVITED_ROLES);

export const CreateInvitationBody = z
  .strictObject({
    email: Email.describe("Who gets the link; the email of the new account."),
    role: Role.describe("Role of the new account; `admin` only by a super admin."),
    workspaces: z
      .array(bodyId<WorkspaceId>())
      .max(MAX_WORKSPACES)
      .default([])
      .describe(
        "Ids of the workspaces that it opens: one client for a client, up to 200 for an employee, none for an admin, who enters all.",
      ),
    language: Language.optional().describe(
      "Language of its email and of the new account: `en`, `de` or `es`; null or left out: English, until the person chooses one.",
    ),
  })
  .superRefine(({ role, workspaces }, issues) => {
    const problem =
      role === "admin" && workspaces.length > 0
        ? "Admins enter every workspace; leave workspaces out."
        : role === "client" && workspaces.length !== 1
          ? "Name the one workspace of the client."
          : null;
    if (problem) issues.addIssue({ code: "custom", path: ["workspaces"], message: problem });
  });
export type CreateInvitationBody = z.output<typeof CreateInvitationBody>;

const EXAMPLE = {
  id: 4,
  email: "ann@example.com",
  role: "employee",
  workspaces: [{ id: 3, name: "Acme" }],
  invited_by: { id: 1, name: "Root" },
  language: null,
  status: "open",
  mailed_at: null,
  created_at: "2026-11-24T12:00:00.000Z",
  expires_at: "2026-12-01T12:00:00.000Z",
};

export const Invitation = z
  .object({
    id: z.int().describe("Id of the invitation."),
    email: z.string().describe("The address that was invited."),
    role: Role.describe("Role of the account that it makes."),
    workspaces: z
      .array(
        z.object({
          id: z.int().describe("Id of the workspace."),
          name: z.string().describe("Its name."),
        }),
      )
      .describe("The workspaces that it opens; deleted ones are left out."),
    invited_by: z
      .object({
        id: z.int().describe("Id of the account."),
        name: z.string().nullable().describe("Its name; null: the account is gone."),
      })
      .nullable()
      .describe("Who sent the present link; null: an API key of the installation."),
    language: Language.describe("Language of its email and of the account; null: none was chosen."),
    status: z
      .enum(["open", "expired", "stopped"])
      .describe(
        "`stopped`: who sent it may not invite any more, or the client's workspace was deleted. Sending it again opens it.",
      ),
    mailed_at: NullableTime.describe("When the email with the present link left; null: not yet."),
    created_at: Time.describe("When it was made."),
    expires_at: Time.describe("The link works until then."),
  })
  .meta({ examples: [EXAMPLE] });
export type Invitation = z.output<typeof Invitation>;

export const SentInvitation = Invitation.extend({
  link: z
    .string()
    .nullable()
    .describe(
      "The link to hand over where the installation cannot send email itself, shown only here; null: it was mailed.",
    ),
}).meta({ examples: [{ ...EXAMPLE, link: null }] });
export type SentInvitation = z.output<typeof SentInvitation>;

export const InvitationsQuery = PageQuery;
export const InvitationParams = z.object({ id: pathId<InvitationId>() });

export const EXAMPLE_TOKEN = "hX2vK8mQ0rT5yW1zB4nD7gJ9cF3sL6pA_uE-iOqRtYw";
export const MailToken = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ examples: [EXAMPLE_TOKEN] })
  .describe("What stands after `token=` in the link.");

export const MailTokenBody = z.strictObject({ token: MailToken });

export const InvitationShown = z.object({
  email: z.string().describe("The email of the new account."),
  role: Role.describe("Its role."),
  workspaces: z.array(z.string()).describe("Names of the workspaces that it opens."),
  invited_by: z.string().nullable().describe("Name of who sent it; null: an API key did."),
  expires_at: Time.describe("The link works until then."),
});
export type InvitationShown = z.output<typeof InvitationShown>;

export const AcceptInvitationBody = z.strictObject({
  token: MailToken,
  name: PersonName.describe("Name of the person."),
  password: Password.describe("Their password, by the rules of all passwords."),
});
export type AcceptInvitationBody = z.output<typeof AcceptInvitationBody>;
