import { z } from "zod";
import { EVENT_TYPES } from "#modules/events/rules/event.ts";
import { INTEGRATION_KINDS, INTEGRATIONS } from "#modules/events/rules/integrations/providers.ts";
import { NullableTime } from "#platform/contract/common.ts";
import { DealRuleBody } from "./deals.ts";

const Field = z.object({
  name: z.string().describe("Key of the value in the body."),
  label: z.string().describe("What it is called."),
  description: z.string().describe("Where it is found, and what it needs."),
  required: z.boolean().describe("Whether it has to be given."),
});

const SLACK = {
  id: "slack",
  name: null,
  is_further: false,
  can_be_several: true,
  can_make_deals: false,
  deals: null,
  provider: "slack",
  title: "Slack",
  kind: "events",
  description: "Posts events into a channel.",
  credential_fields: [
    {
      name: "webhook_url",
      label: "Webhook URL",
      description: "URL of an incoming webhook.",
      required: true,
    },
  ],
  config_fields: [],
  events: ["lead.replied"],
  status: "connected",
  connected_at: "2026-01-05T09:00:00.000Z",
  account_label: null,
  config: {},
  last_error: null,
};

/** A service, what it asks for, and how it is doing. Never a credential. */
export const Integration = z
  .object({
    id: z
      .string()
      .describe(
        "Id of the connection: that of the service for its first one, `slack-k3v9x2ma` for a further one.",
      ),
    provider: z.enum(INTEGRATIONS).describe("Id of the service."),
    name: z.string().nullable().describe("What you call the connection; null: nothing."),
    is_further: z
      .boolean()
      .describe(
        "Whether it is a further connection. Each service has one line that is not, connected or not.",
      ),
    can_be_several: z.boolean().describe("Whether it can be connected more than once."),
    title: z.string().describe("Name of the service."),
    kind: z
      .enum(INTEGRATION_KINDS)
      .describe(
        "`events`: events are sent there; `bookings` and `mail_events`: it reports meetings or bounces; `ai`: it writes.",
      ),
    description: z.string().describe("What connecting it does."),
    credential_fields: z.array(Field).describe("What `credentials` has to hold to connect it."),
    config_fields: z.array(Field).describe("What `config` may hold."),
    events: z.array(z.string()).describe("Events that can be sent there; empty: none."),
    status: z
      .enum(["connected", "error", "disconnected"])
      .describe("`error`: it was turned off because events did not arrive."),
    connected_at: NullableTime.describe(
      "When it was connected; null: it is not connected, or was set up in the settings.",
    ),
    account_label: z
      .string()
      .nullable()
      .describe("The account there, or the model of an AI; null: not known, or not connected."),
    config: z
      .record(z.string(), z.unknown())
      .describe("Its configuration, without secrets; empty when it is not connected."),
    can_make_deals: z.boolean().describe("Whether it can get deals: HubSpot and Pipedrive."),
    deals: DealRuleBody.nullable().describe("When it gets a deal, and which; null: never."),
    last_error: z
      .string()
      .nullable()
      .describe(
        "Why the last event did not arrive, with the scope to grant where one is missing; null: it did, or it is not connected.",
      ),
  })
  .meta({ examples: [SLACK] });
export type Integration = z.output<typeof Integration>;

const Name = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(60)
  .describe("What you call it, such as `Sales channel`, 1 to 60 characters.");

export const ConnectBody = z.strictObject({
  name: Name.nullable()
    .optional()
    .describe("What you call it; left out: what it was called before."),
  credentials: z
    .record(z.string().max(60), z.string().trim().max(4_096))
    .default({})
    .describe("Values of credential_fields by their names; stored encrypted and never shown."),
  config: z
    .record(z.string().max(60), z.unknown())
    .default({})
    .describe("Values of config_fields by their names."),
});
export type ConnectBody = z.output<typeof ConnectBody>;

export const AddIntegrationBody = ConnectBody.extend({
  provider: z.enum(INTEGRATIONS).describe("Id of the service; one with `can_be_several`."),
});
export type AddIntegrationBody = z.output<typeof AddIntegrationBody>;

/** Fields left out keep their value. */
export const UpdateIntegrationBody = z.strictObject({
  name: Name.nullable().optional().describe("What you call it; null: nothing."),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1, "Choose at least one event.")
    .max(100)
    .optional()
    .describe("Events to send there, of `events`. Those of the rule for deals are added."),
  deals: DealRuleBody.nullable()
    .optional()
    .describe("When it gets a deal, and which; null: never. Held against the CRM's own choices."),
});
export type UpdateIntegrationBody = z.output<typeof UpdateIntegrationBody>;

export const ConnectAnswer = Integration.extend({
  inbound: z
    .object({
      url: z.string().describe("Address that the service has to call."),
      secret: z.string().nullable().describe("Secret that it has to sign with; null: none."),
    })
    .nullable()
    .describe("What to enter at the service; shown only here. Null: nothing is left to do."),
}).meta({
  examples: [
    {
      ...SLACK,
      inbound: null,
    },
  ],
});
export type ConnectAnswer = z.output<typeof ConnectAnswer>;
