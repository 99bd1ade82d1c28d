import { z } from "zod";
import { CreateWorkspaceBody, RegisterBody } from "./accounts.ts";
import { Accent, Logo } from "./brands.ts";
import { NullableTime } from "#platform/contract/common.ts";

export const SetupStatus = z.object({
  completed: z.boolean(),
  has_users: z.boolean(),
  steps: z.array(
    z.object({ name: z.enum(["branding", "license", "admin", "complete"]), done: z.boolean() }),
  ),
  version: z.string(),
});
export type SetupStatus = z.output<typeof SetupStatus>;

export const BrandingBody = z.strictObject({
  name: z.string().trim().min(1, "Enter a name.").max(100),
  /** A PNG, JPEG or WebP data URL up to 256 KB; null removes the logo. */
  logo: Logo.nullish(),
  /** The colour of the dashboard's accents, such as #00697a; null for ours. */
  accent: Accent.nullish(),
});
export type BrandingBody = z.output<typeof BrandingBody>;

export const VerifyLicenseBody = z.strictObject({ license_key: z.string().trim().max(4_000) });

export const License = z.object({
  valid: z.boolean(),
  /** Why not: malformed, signature, expired; or `community` where the install asks for none. */
  reason: z.enum(["malformed", "signature", "expired", "community"]).optional(),
  licensee: z.string().nullable(),
  plan: z.string(),
  seats: z.int().nullable(),
  expires_at: NullableTime,
});
export type License = z.output<typeof License>;

export const CompleteSetupBody = z.strictObject({
  /** The first super_admin; left out when one is signed in. */
  admin: RegisterBody.optional(),
  workspace: CreateWorkspaceBody.optional(),
  license_key: z.string().trim().max(4_000).optional(),
});
export type CompleteSetupBody = z.output<typeof CompleteSetupBody>;
