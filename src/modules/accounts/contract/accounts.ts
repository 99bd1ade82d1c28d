import { z } from "zod";
import { ROLES } from "#platform/access/permissions.ts";
import { SWITCHES } from "#platform/access/switches.ts";
import { PASSWORD_MAX_LENGTH } from "#platform/rules/choices.ts";
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

/** How short it may be, the operator says; see `password-rules.ts`. */
export const Password = z.string().max(PASSWORD_MAX_LENGTH, "At most 128 characters.");

export const RegisterBody = z.strictObject({
  name: PersonName,
  email: Email,
  password: Password,
});
export type RegisterBody = z.output<typeof RegisterBody>;

export const LoginBody = z.strictObject({
  /** The username or the email. */
  username: z.string().trim().toLowerCase().min(1).max(254),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
});
export type LoginBody = z.output<typeof LoginBody>;

export const ChangePasswordBody = z.strictObject({
  current_password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
  new_password: Password,
});
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>;

export const ForgotPasswordBody = z.strictObject({ email: Email });
export type ForgotPasswordBody = z.output<typeof ForgotPasswordBody>;

export const ResetPasswordBody = z.strictObject({
  /** From the mail. */
  token: z.string().trim().min(1).max(200),
  new_password: Password,
});
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>;

export const UpdateMeBody = z.strictObject({
  name: PersonName.optional(),
  email: Email.optional(),
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^\s/]{3,254}$/, "Use 3 to 254 characters without spaces.")
    .optional(),
  /* What GET shows may be put back as it is. */
  id: z.unknown().optional(),
  role: z.unknown().optional(),
  created_at: z.unknown().optional(),
});
export type UpdateMeBody = z.output<typeof UpdateMeBody>;

export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  created_at: Time,
});
export type User = z.output<typeof User>;

export const CreateWorkspaceBody = z.strictObject({
  name: PersonName,
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .regex(SLUG_PATTERN, "Use 3 to 60 letters, digits and hyphens. Start with a letter or digit."),
});
export type CreateWorkspaceBody = z.output<typeof CreateWorkspaceBody>;

export const Workspace = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type Workspace = z.output<typeof Workspace>;

export const RegisterAnswer = z.object({ user: User, workspace: Workspace });
export const LoginAnswer = z.object({ user: User, expires_at: Time });
export const MeAnswer = z.object({
  factor_required: z
    .boolean()
    .describe("Whether the person has to set a second factor before anything else."),
  /** Null when an API key asks. */
  user: User.nullable(),
  api_key: z
    .object({
      id: z.int(),
      kind: z
        .enum(["workspace", "install"])
        .describe("A key of one workspace, or one that admins made for the installation."),
      name: z.string(),
      role: z.enum(["employee", "client", "admin"]),
      scopes: z
        .array(z.string())
        .nullable()
        .describe(
          "The actions that the key is limited to; null: all that its role allows. Of a client's key: those that its scopes and the switches of the workspace allow.",
        ),
    })
    .nullable(),
  workspaces: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      slug: z.string(),
      role: z.enum(ROLES),
      switches: z
        .array(z.enum(SWITCHES))
        .nullable()
        .describe("What the client may do in that workspace; null for staff."),
      branding: BrandShown.nullable().describe(
        "What a client sees there in the place of the name, logo and colour of the installation; null for staff and without a white label.",
      ),
    }),
  ),
  impersonator: z.object({ id: z.int(), name: z.string() }).nullable(),
  own_host: z
    .boolean()
    .describe("Whether this is the own host of a workspace, which serves that workspace alone."),
  branding: Branding.describe(
    "Name and look of the address, as GET /setup/branding tells anybody.",
  ),
});
export type MeAnswer = z.output<typeof MeAnswer>;

/** Somebody who may enter a workspace, and whom its threads can be given to. */
export const Member = z.object({ id: z.int(), name: z.string(), role: z.enum(ROLES) });
export type Member = z.output<typeof Member>;
