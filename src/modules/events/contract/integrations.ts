import { z } from "zod";
import { INTEGRATION_KINDS, INTEGRATIONS } from "#modules/events/rules/integrations/providers.ts";
import { NullableTime } from "#platform/contract/common.ts";

const Field = z.object({
  name: z.string().describe("Key of the value in the body."),
  label: z.string().describe("What it is called."),
  description: z.string().describe("Where it is found, and what it needs."),
  required: z.boolean().describe("Whether it has to be given."),
});

const SLACK = {
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
    provider: z.enum(INTEGRATIONS).describe("Id of the service."),
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
    last_error: z
      .string()
      .nullable()
      .describe("Why the last event did not arrive; null: it did, or it is not connected."),
  })
  .meta({ examples: [SLACK] });
export type Integration = z.output<typeof Integration>;

export const ConnectBody = z.strictObject({
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
