import { z } from "zod";
import { ATTEMPT_OUTCOMES, EVENT_TYPES } from "#modules/events/rules/event.ts";
import { NullableTime, PageQuery, Time } from "#platform/contract/common.ts";

const EventName = z.enum(EVENT_TYPES);
const Events = z
  .array(EventName)
  .min(1, "Choose at least one event.")
  .max(100)
  .transform((names) => EVENT_TYPES.filter((name) => names.includes(name)));
const Secret = z.string().min(1, "Enter a secret.").max(512);
/** Checked against the operator's network rules by the verb. */
const Url = z.string().min(1, "Enter a URL.");

export const CreateWebhookBody = z.strictObject({ url: Url, secret: Secret, events: Events });
export type CreateWebhookBody = z.output<typeof CreateWebhookBody>;

/** Fields left out keep their value. Re-activates unless `is_active` is false. */
export const UpdateWebhookBody = z.strictObject({
  url: Url.optional(),
  secret: Secret.optional(),
  events: Events.optional(),
  is_active: z.boolean().optional(),
  // A record read by GET can be put back: ids are compared, the rest is ours to say.
  id: z.int().optional(),
  workspace_id: z.int().optional(),
  has_secret: z.boolean().optional(),
  consecutive_failures: z.int().optional(),
  disabled_at: NullableTime.optional(),
  disabled_reason: z.string().nullable().optional(),
  created_at: Time.optional(),
  updated_at: Time.optional(),
});
export type UpdateWebhookBody = z.output<typeof UpdateWebhookBody>;

export const Webhook = z.object({
  id: z.int(),
  workspace_id: z.int(),
  url: z.string(),
  events: z.array(EventName),
  has_secret: z.boolean(),
  is_active: z.boolean(),
  consecutive_failures: z.int(),
  disabled_at: NullableTime,
  disabled_reason: z.enum(["consecutive_failures", "manual", "secret_unreadable"]).nullable(),
  created_at: Time,
  updated_at: Time,
});
export type Webhook = z.output<typeof Webhook>;

/** Why an attempt did not succeed; `status`: the receiver answered, but not with 2xx. */
export const AttemptError = z.enum([
  "timeout",
  "refused",
  "dns",
  "tls",
  "blocked",
  "reset",
  "interrupted",
  "status",
]);
export type AttemptError = z.output<typeof AttemptError>;

export const LogsQuery = PageQuery.omit({ q: true }).extend({
  event: EventName.optional().describe("Only attempts for this event."),
  outcome: z
    .enum(ATTEMPT_OUTCOMES)
    .optional()
    .describe("Only attempts that ended like this; delivered is a status of 2xx."),
});
export type LogsQuery = z.output<typeof LogsQuery>;

const SentRequest = z.object({
  headers: z
    .record(z.string(), z.string())
    .describe("Its headers by name, without the signatures."),
  body: z.string().describe("The JSON that was posted; without what was erased since."),
});

/** One attempt. Without status and error it is under way. `delivery_id` is null for a test. */
export const WebhookLog = z.object({
  id: z.int(),
  event: EventName,
  delivery_id: z.int().nullable(),
  attempt: z.int(),
  status_code: z.int().nullable(),
  response_body: z.string().nullable(),
  duration_ms: z.int().nullable(),
  error: AttemptError.nullable(),
  request: SentRequest.nullable().describe("What was sent; null where its event is gone."),
  created_at: Time,
});
export type WebhookLog = z.output<typeof WebhookLog>;

/** The event to make up; by default the first that the webhook subscribes to. */
export const TestWebhookBody = z.strictObject({ event: EventName.optional() });
export type TestWebhookBody = z.output<typeof TestWebhookBody>;

/** A failed test is a result, not an error. */
export const TestWebhookAnswer = z.object({
  ok: z.boolean(),
  event: EventName,
  log_id: z.int(),
  status_code: z.int().nullable(),
  response_body: z.string().nullable(),
  duration_ms: z.int(),
  error: AttemptError.nullable(),
});
export type TestWebhookAnswer = z.output<typeof TestWebhookAnswer>;

export const RedeliverAnswer = z.object({ delivery_id: z.int(), event: EventName });
export type RedeliverAnswer = z.output<typeof RedeliverAnswer>;
