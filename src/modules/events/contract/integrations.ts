import { z } from "zod";
import { INTEGRATION_KINDS, INTEGRATIONS } from "#modules/events/rules/integrations/providers.ts";
import { NullableTime } from "#platform/contract/common.ts";

const Field = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  required: z.boolean(),
});

/** A service, what it asks for, and how it is doing. Never a credential. */
export const Integration = z.object({
  provider: z.enum(INTEGRATIONS),
  title: z.string(),
  /** events: ours go there; bookings and mail_events: it sends us these; ai: it writes. */
  kind: z.enum(INTEGRATION_KINDS),
  description: z.string(),
  /** What `POST .../connect` takes. */
  credential_fields: z.array(Field),
  config_fields: z.array(Field),
  /** Names of events that it can be sent. */
  events: z.array(z.string()),
  status: z.enum(["connected", "error", "disconnected"]),
  connected_at: NullableTime,
  account_label: z.string().nullable(),
  config: z.record(z.string(), z.unknown()),
  /** Why the last event did not get there; null when it did. */
  last_error: z.string().nullable(),
});
export type Integration = z.output<typeof Integration>;

export const ConnectBody = z.strictObject({
  credentials: z.record(z.string().max(60), z.string().trim().max(4_096)).default({}),
  config: z.record(z.string().max(60), z.unknown()).default({}),
});
export type ConnectBody = z.output<typeof ConnectBody>;

export const ConnectAnswer = Integration.extend({
  /** What to enter at a calendar; shown only here. Null where nothing is left to do. */
  inbound: z.object({ url: z.string(), secret: z.string().nullable() }).nullable(),
});
export type ConnectAnswer = z.output<typeof ConnectAnswer>;
