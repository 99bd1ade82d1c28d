import { z } from "zod";
import { ClientId, ClientSecret, NullableTime } from "#platform/contract/common.ts";
import { TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";
import { CONSENT_PROVIDERS } from "#modules/connections/rules/kinds.ts";

const Server = z.strictObject({
  host: z.string().trim().toLowerCase().min(1).max(253).describe("Name of the server."),
  port: z.int().min(1).max(65_535).describe("Port of the server."),
  security: z.enum(TRANSPORT_SECURITIES).describe("As in a mailbox's smtp_security."),
});

/** The install's client at a provider. */
export const OauthClientBody = z.strictObject({
  client_id: ClientId,
  client_secret: ClientSecret,
  name: z.string().trim().min(1).max(60).optional().describe("custom: what the button says."),
  tenant: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.-]{1,253}$/, "Enter a tenant id, a domain, or organizations.")
    .optional()
    .describe("microsoft: who may consent; organizations where left out."),
  issuer: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("custom: the OpenID issuer, with https. microsoft: a national cloud's."),
  scopes: z
    .array(z.string().trim().min(1).max(200))
    .max(30)
    .optional()
    .describe("custom: what to ask for beside openid."),
  smtp: Server.optional().describe("custom: where its mailboxes send."),
  imap: Server.nullable().optional().describe("custom: where they are read; null: they only send."),
});
export type OauthClientBody = z.output<typeof OauthClientBody>;

export const OauthClientShown = z.object({
  provider: z.enum(CONSENT_PROVIDERS).describe("Which provider."),
  source: z
    .enum(["environment", "admin"])
    .nullable()
    .describe("Who named the client; null: nobody. The environment's comes first."),
  client_id: z.string().nullable().describe("As the provider's console shows it."),
  has_client_secret: z.boolean().describe("Whether a secret is stored; it never comes back."),
  name: z.string().nullable().describe("custom: what the button says."),
  tenant: z.string().nullable().describe("microsoft: who may consent."),
  issuer: z.string().nullable().describe("custom: the OpenID issuer."),
  scopes: z.array(z.string()).nullable().describe("custom: what is asked for."),
  smtp: Server.nullable().describe("custom: where its mailboxes send."),
  imap: Server.nullable().describe("custom: where they are read."),
  redirect_uri: z.string().describe("What to enter at the provider as redirect address."),
  updated_at: NullableTime.describe("When an admin changed it last."),
});
export type OauthClientShown = z.output<typeof OauthClientShown>;

export const OauthClients = z.object({
  data: z
    .array(OauthClientShown)
    .describe("One for each provider, whether it has a client or not."),
});
export type OauthClients = z.output<typeof OauthClients>;
