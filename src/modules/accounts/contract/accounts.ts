import { z } from "zod";
import { ROLES } from "#platform/access/permissions.ts";
import { SWITCHES } from "#platform/access/switches.ts";
import { PASSWORD_MAX_LENGTH, READER_LANGUAGES } from "#platform/rules/choices.ts";
import { SLUG_PATTERN } from "#platform/rules/slug.ts";
import { Time } from "#platform/contract/common.ts";
import { BrandShown, Branding } from "./brands.ts";

export const PersonName = z.string().trim().min(1, "Enter a name.").max(200);
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, "Enter a valid email address, such as ann@example.com.");

export const Language = z.enum(READER_LANGUAGES, "Choose one of en, de and es.").nullable();

/** How short it may be, the operator says; see `password-rules.ts`. */
export const Password = z.string().max(PASSWORD_MAX_LENGTH, "At most 128 characters.");

export const RegisterBody = z.strictObject({
  name: PersonName.describe("Name of the person, 1 to 200 characters."),
  email: Email.describe("Address of the person; no other account may have it."),
  password: Password.describe(
    "The password: at least as long as the operator asks (8 by default), 128 characters at most.",
  ),
});
export type RegisterBody = z.output<typeof RegisterBody>;

export const LoginBody = z.strictObject({
  username: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(254)
    .describe("The username or the address."),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH).describe("The password."),
});
export type LoginBody = z.output<typeof LoginBody>;

export const ChangePasswordBody = z.strictObject({
  current_password: z
    .string()
    .min(1)
    .max(PASSWORD_MAX_LENGTH)
    .describe("The password that holds now."),
  new_password: Password.describe(
    "The new one: at least as long as the operator asks (8 by default), 128 characters at most.",
  ),
});
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>;

export const ForgotPasswordBody = z.strictObject({
  email: Email.describe("Address of the account."),
});
export type ForgotPasswordBody = z.output<typeof ForgotPasswordBody>;

export const ResetPasswordBody = z.strictObject({
  token: z.string().trim().min(1).max(200).describe("The token of the link in the email."),
  new_password: Password.describe(
    "The new password: at least as long as the operator asks (8 by default), 128 characters at most.",
  ),
});
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>;

export const UpdateMeBody = z.strictObject({
  name: PersonName.optional().describe("Your name, 1 to 200 characters."),
  email: Email.optional().describe(
    "Your address. Where the installation can send email, it changes once the new address confirms.",
  ),
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^\s/]{3,254}$/, "Use 3 to 254 characters without spaces.")
    .optional()
    .describe("What you sign in with besides your address; 3 to 254 characters without spaces."),
  language: Language.optional().describe(
    "What you read: `en`, `de` or `es`; null: the dashboard as your browser wishes, emails in English.",
  ),
  /* What GET shows may be put back as it is. */
  id: z.unknown().optional().describe("Read-only: as GET shows it, or left out."),
  role: z.unknown().optional().describe("Read-only: as GET shows it, or left out."),
  created_at: z.unknown().optional().describe("Read-only: taken and ignored."),
});
export type UpdateMeBody = z.output<typeof UpdateMeBody>;

export const USER_EXAMPLE = {
  id: 2,
  name: "Ann Miller",
  email: "ann@acme.example",
  username: "ann@acme.example",
  role: "employee",
  language: null,
  created_at: "2026-01-05T09:00:00.000Z",
};

export const User = z
  .object({
    id: z.int().describe("Id of the person."),
    name: z.string().describe("Name of the person."),
    email: z.string().describe("Address of the person."),
    username: z.string().describe("Name that the person can sign in with instead of the address."),
    role: z.enum(ROLES).describe("What the person may do."),
    language: Language.describe(
      "What the person reads; null: the dashboard as the browser wishes, emails in English.",
    ),
    created_at: Time.describe("When the account was made."),
  })
  .meta({
    examples: [USER_EXAMPLE],
  });
export type User = z.output<typeof User>;

export const CreateWorkspaceBody = z.strictObject({
  name: PersonName.describe("Name of the workspace, 1 to 200 characters."),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .regex(SLUG_PATTERN, "Use 3 to 60 letters, digits and hyphens. Start with a letter or digit.")
    .describe(
      "Its name in addresses: 3 to 60 letters, digits and hyphens; no other workspace may have it.",
    ),
});
export type CreateWorkspaceBody = z.output<typeof CreateWorkspaceBody>;

export const Workspace = z
  .object({
    id: z.int().describe("Id of the workspace."),
    name: z.string().describe("Name of the workspace."),
    slug: z.string().describe("Its name in addresses."),
    created_at: Time.describe("When it was made."),
    updated_at: Time.describe("When it was changed last."),
  })
  .meta({
    examples: [
      {
        id: 7,
        name: "Acme",
        slug: "acme",
        created_at: "2026-01-05T09:00:00.000Z",
        updated_at: "2026-01-05T09:00:00.000Z",
      },
    ],
  });
export type Workspace = z.output<typeof Workspace>;

export const RegisterAnswer = z
  .object({
    user: User.describe("The person who signed up."),
    workspace: Workspace.describe("The workspace that was made for them."),
  })
  .meta({
    examples: [
      {
        user: { ...USER_EXAMPLE, role: "client" },
        workspace: {
          id: 7,
          name: "Acme",
          slug: "acme",
          created_at: "2026-01-05T09:00:00.000Z",
          updated_at: "2026-01-05T09:00:00.000Z",
        },
      },
    ],
  });
export const LoginAnswer = z
  .object({
    user: User.describe("The person who signed in."),
    expires_at: Time.describe("When the session ends."),
  })
  .meta({
    examples: [
      {
        user: USER_EXAMPLE,
        expires_at: "2026-12-01T08:12:00.000Z",
      },
    ],
  });
export const MeAnswer = z
  .object({
    factor_required: z
      .boolean()
      .describe("Whether the person has to set a second factor before anything else."),
    user: User.nullable().describe("The person; null when an API key asks."),
    api_key: z
      .object({
        id: z.int().describe("Id of the key."),
        kind: z
          .enum(["workspace", "install"])
          .describe("A key of one workspace, or one that admins made for the installation."),
        name: z.string().describe("Name of the key."),
        role: z.enum(["employee", "client", "admin"]).describe("Role that it acts with."),
        scopes: z
          .array(z.string())
          .nullable()
          .describe(
            "The actions that the key is limited to; null: all that its role allows. Of a client's key: those that its scopes and the switches of the workspace allow.",
          ),
      })
      .nullable()
      .describe("The API key that asks; null when a person does."),
    workspaces: z
      .array(
        z.object({
          id: z.int().describe("Id of the workspace."),
          name: z.string().describe("Name of the workspace."),
          slug: z.string().describe("Its name in addresses."),
          role: z.enum(ROLES).describe("Role of the caller in it."),
          switches: z
            .array(z.enum(SWITCHES))
            .nullable()
            .describe("What the client may do in that workspace; null for staff."),
          branding: BrandShown.nullable().describe(
            "What a client sees there in the place of the name, logo and colour of the installation; null for staff and without a white label.",
          ),
        }),
      )
      .describe("Workspaces that the caller may enter."),
    impersonator: z
      .object({
        id: z.int().describe("Id of the admin."),
        name: z.string().describe("Name of the admin."),
      })
      .nullable()
      .describe("The admin who acts as this person; null: nobody does."),
    own_host: z
      .boolean()
      .describe("Whether this is the own host of a workspace, which serves that workspace alone."),
    branding: Branding.describe(
      "Name and look of the address, as GET /setup/branding tells anybody.",
    ),
  })
  .meta({
    examples: [
      {
        factor_required: false,
        user: USER_EXAMPLE,
        api_key: null,
        workspaces: [
          { id: 7, name: "Acme", slug: "acme", role: "employee", switches: null, branding: null },
        ],
        impersonator: null,
        own_host: false,
        branding: { name: "Outrider", logo_url: null, own_host: false },
      },
    ],
  });
export type MeAnswer = z.output<typeof MeAnswer>;

/** Somebody who may enter a workspace, and whom its threads can be given to. */
export const Member = z
  .object({
    id: z.int().describe("Id of the person."),
    name: z.string().describe("Name of the person."),
    role: z.enum(ROLES).describe("Role of the person."),
  })
  .meta({ examples: [{ id: 2, name: "Ann Miller", role: "employee" }] });
export type Member = z.output<typeof Member>;
