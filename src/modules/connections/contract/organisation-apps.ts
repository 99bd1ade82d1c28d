import { z } from "zod";
import { NullableTime } from "#platform/contract/common.ts";
import { ORGANISATION_PROVIDERS } from "#modules/connections/rules/kinds.ts";

const Url = z.url({ protocol: /^https?$/ }).max(500);

/** The install's service account at Google. */
export const GoogleAppBody = z.strictObject({
  key_file: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .describe("The service account's JSON key file, whole. Its key is never shown again."),
  issuer: Url.optional().describe("Another OpenID issuer than Google's."),
  directory_url: Url.optional().describe("Another address of the Directory API than Google's."),
});
export type GoogleAppBody = z.output<typeof GoogleAppBody>;

/** The install's multi-tenant app at Microsoft. */
export const MicrosoftAppBody = z.strictObject({
  client_id: z.uuid().describe("The app's Application (client) ID."),
  certificate: z.string().trim().min(1).max(20_000).describe("The certificate, in PEM."),
  private_key: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .describe("The certificate's RSA key, in PEM. Never shown again."),
  issuer: Url.regex(/\{tenant\}/)
    .optional()
    .describe("A national cloud's issuer; {tenant} stands for the tenant's id."),
  directory_url: Url.optional().describe("A national cloud's address of Microsoft Graph."),
});
export type MicrosoftAppBody = z.output<typeof MicrosoftAppBody>;

export const OrganisationAppShown = z.object({
  provider: z.enum(ORGANISATION_PROVIDERS).describe("Which provider."),
  is_set_up: z
    .boolean()
    .describe("Whether an admin has entered the app; its key never comes back."),
  client_id: z
    .string()
    .nullable()
    .describe("What an admin of an organisation enters (Google) or finds in its list (Microsoft)."),
  client_email: z.string().nullable().describe("google: the service account's address."),
  key_id: z.string().nullable().describe("google: which key of the service account is stored."),
  scopes: z
    .array(z.string())
    .describe("google: the scopes to delegate. microsoft: the application permissions to add."),
  redirect_uri: z
    .string()
    .nullable()
    .describe("microsoft: what to enter as redirect address of the app."),
  thumbprint: z
    .string()
    .nullable()
    .describe("microsoft: SHA-256 of the certificate, base64url, as x5t#S256 has it."),
  certificate_ends_at: NullableTime.describe("microsoft: when the certificate expires."),
  is_expired: z.boolean().describe("microsoft: whether the certificate has expired."),
  updated_at: NullableTime.describe("When an admin changed it last."),
});
export type OrganisationAppShown = z.output<typeof OrganisationAppShown>;
