import { z } from "zod";
import { bodyId, EmailAddress, NullableTime, Time } from "#platform/contract/common.ts";
import {
  CONNECTION_KINDS,
  GRANT_STATES,
  CONSENT_PROVIDERS,
  ROADS,
} from "#modules/connections/rules/kinds.ts";
import type { MailboxId } from "#platform/rules/ids.ts";

export const ConsentBody = z.strictObject({
  provider: z
    .enum(CONSENT_PROVIDERS)
    .describe("Where the mailbox is; the install needs a client there."),
  login_hint: EmailAddress.optional().describe("The address that the provider's page begins with."),
  road: z
    .enum(ROADS)
    .default("smtp")
    .describe(
      "api also asks for permission to send by the provider's API; smtp does not. With mailbox_id, the mailbox sends by that API from then on, where it was granted.",
    ),
  mailbox_id: bodyId<MailboxId>()
    .optional()
    .describe("A mailbox to connect again; only the account of its address will do."),
});
export type ConsentBody = z.output<typeof ConsentBody>;

export const ConsentAnswer = z.object({
  authorize_url: z.string().describe("Where to send the person who owns the mailbox."),
  expires_at: Time.describe("When the address stops being good: ten minutes from now."),
});
export type ConsentAnswer = z.output<typeof ConsentAnswer>;

/** How a mailbox signs in. */
export const MailboxConnection = z.object({
  kind: z
    .enum(CONNECTION_KINDS)
    .describe(
      "password; oauth: its owner's consent; organisation: an admin's, for a whole domain; sandbox: nothing of it leaves Outrider.",
    ),
  provider: z
    .enum(CONSENT_PROVIDERS)
    .nullable()
    .describe("Whose consent it is; null for a password."),
  account: z.string().nullable().describe("The account that signs in; null for a password."),
  state: z.enum(GRANT_STATES).describe("reconnect_required: only its owner's consent helps."),
  reason: z
    .string()
    .nullable()
    .describe("The provider's words where it has to be connected again."),
  scopes: z.array(z.string()).describe("What was granted."),
  granted_at: NullableTime.describe("When consent was given last."),
  road: z.enum(ROADS).describe("What it sends by: smtp, or the provider's api."),
});
export type MailboxConnection = z.output<typeof MailboxConnection>;

const MailProvider = z.object({
  provider: z.enum(CONSENT_PROVIDERS).describe("As POST /mailboxes/connect takes it."),
  name: z.string().describe("What to write on the button."),
  is_available: z.boolean().describe("Whether this install has a client there."),
});
export const MailProviders = z.object({
  data: z.array(MailProvider).describe("Every provider that this version knows."),
});
export type MailProviders = z.output<typeof MailProviders>;
