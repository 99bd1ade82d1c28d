import { z } from "zod";
import { CreateWorkspaceBody, RegisterBody } from "./accounts.ts";
import { Accent, Logo } from "./brands.ts";
import { NullableTime } from "#platform/contract/common.ts";

export const SetupStatus = z
  .object({
    completed: z.boolean().describe("Whether the setup is done."),
    has_users: z.boolean().describe("Whether there is an account."),
    steps: z
      .array(
        z.object({
          name: z.enum(["branding", "license", "admin", "complete"]).describe("The step."),
          done: z.boolean().describe("Whether it is done."),
        }),
      )
      .describe("The steps in their order."),
    version: z.string().describe("Version that runs."),
  })
  .meta({
    examples: [
      {
        completed: false,
        has_users: false,
        steps: [
          { name: "branding", done: true },
          { name: "license", done: false },
          { name: "admin", done: false },
          { name: "complete", done: false },
        ],
        version: "0.8.1",
      },
    ],
  });
export type SetupStatus = z.output<typeof SetupStatus>;

export const BrandingBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name.")
    .max(100)
    .describe("Name of the product, 1 to 100 characters."),
  logo: Logo.nullish().describe(
    "A PNG, JPEG or WebP image as a data URL, up to 256 KB; null removes the logo.",
  ),
  accent: Accent.nullish().describe("Colour of the dashboard, such as #00697a; null: the default."),
});
export type BrandingBody = z.output<typeof BrandingBody>;

export const VerifyLicenseBody = z.strictObject({
  license_key: z
    .string()
    .trim()
    .max(4_000)
    .describe("The key of the licence; up to 4,000 characters."),
});

export const License = z
  .object({
    valid: z.boolean().describe("Whether the licence holds."),
    reason: z
      .enum(["malformed", "signature", "expired", "community"])
      .optional()
      .describe(
        "Why it does not hold. `community`: the installation asks for none, so that all is well. Absent for a licence that holds.",
      ),
    licensee: z.string().nullable().describe("Who it was given to; null: it does not say."),
    plan: z.string().describe("Name of the plan."),
    seats: z.int().nullable().describe("People that it is for; null: it does not say."),
    expires_at: NullableTime.describe("When it ends; null: it does not end, or does not hold."),
  })
  .meta({
    examples: [
      {
        valid: true,
        licensee: "Acme",
        plan: "standard",
        seats: 10,
        expires_at: "2027-01-01T00:00:00.000Z",
      },
    ],
  });
export type License = z.output<typeof License>;

export const CompleteSetupBody = z.strictObject({
  admin: RegisterBody.optional().describe("The first super admin; left out when one is signed in."),
  workspace: CreateWorkspaceBody.optional().describe(
    "Name and slug of that person's workspace; left out: defaults.",
  ),
  license_key: z
    .string()
    .trim()
    .max(4_000)
    .optional()
    .describe("The key of the licence; up to 4,000 characters."),
});
export type CompleteSetupBody = z.output<typeof CompleteSetupBody>;
