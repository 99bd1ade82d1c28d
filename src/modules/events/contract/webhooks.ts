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

export const CreateWebhookBody = z.strictObject({
  url: Url.describe("Where events are posted to; the network rules of the operator hold."),
  secret: Secret.describe(
    "Signs the deliveries; stored encrypted and never shown, 1 to 512 characters.",
  ),
  events: Events.describe("Events that are sent."),
});
export type CreateWebhookBody = z.output<typeof CreateWebhookBody>;

/** Fields left out keep their value. Re-activates unless `is_active` is false. */
export const UpdateWebhookBody = z.strictObject({
  url: Url.optional().describe(
    "Where events are posted to; the network rules of the operator hold.",
  ),
  secret: Secret.optional().describe("Signs the deliveries; left out, the stored one stays."),
  events: Events.optional().describe("Events that are sent."),
  is_active: z
    .boolean()
    .optional()
    .describe(
      "false turns it off. Any other update turns it on, and resumes missed deliveries of the last 72 hours.",
    ),
  // A record read by GET can be put back: ids are compared, the rest is ours to say.
  id: z.int().optional().describe("Read-only: its own id, or left out."),
  workspace_id: z.int().optional().describe("Read-only: the id of its workspace, or left out."),
  has_secret: z.boolean().optional().describe("Read-only: taken and ignored."),
  consecutive_failures: z.int().optional().describe("Read-only: taken and ignored."),
  disabled_at: NullableTime.optional().describe("Read-only: taken and ignored."),
  disabled_reason: z.string().nullable().optional().describe("Read-only: taken and ignored."),
  created_at: Time.optional().describe("Read-only: taken and ignored."),
  updated_at: Time.optional().describe("Read-only: taken and ignored."),
});
export type UpdateWebhookBody = z.output<typeof UpdateWebhookBody>;

export const Webhook = z
  .object({
    id: z.int().describe("Id of the webhook."),
    workspace_id: z.int().describe("Id of its workspace."),
    url: z.string().describe("Where events are posted to."),
    events: z.array(EventName).describe("Events that are sent."),
    has_secret: z.boolean().describe("Whether a secret is stored; it is never shown."),
    is_active: z.boolean().describe("Whether events are sent."),
    consecutive_failures: z.int().describe("Attempts in a row that failed; 10 turn it off."),
    disabled_at: NullableTime.describe("When it was turned off; null: it is on."),
    disabled_reason: z
      .enum(["consecutive_failures", "manual", "secret_unreadable"])
      .nullable()
      .describe("Why it was turned off; null: it is on."),
    created_at: Time.describe("When it was made."),
    updated_at: Time.describe("When it was changed last."),
  })
  .meta({
    examples: [
      {
        id: 4,
        workspace_id: 7,
        url: "https://hooks.acme.example/outrider",
        events: ["lead.replied"],
        has_secret: true,
        is_active: true,
        consecutive_failures: 0,
        disabled_at: null,
        disabled_reason: null,
        created_at: "2026-01-05T09:00:00.000Z",
        updated_at: "2026-11-24T08:12:00.000Z",
      },
    ],
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
export const WebhookLog = z
  .object({
    id: z.int().describe("Id of the attempt."),
    event: EventName.describe("Event that was sent."),
    delivery_id: z
      .int()
      .nullable()
      .describe("The delivery that it was an attempt of; null for a test."),
    attempt: z.int().describe("Which attempt of the delivery it was, from 1."),
    status_code: z.int().nullable().describe("HTTP status of the answer; null: there was none."),
    response_body: z.string().nullable().describe("Beginning of the answer; null: there was none."),
    duration_ms: z
      .int()
      .nullable()
      .describe("Milliseconds that it took; null while it is under way."),
    error: AttemptError.nullable().describe(
      "Why it failed; null: it succeeded, or is under way. `status`: the answer was not 2xx.",
    ),
    request: SentRequest.nullable().describe("What was sent; null where its event is gone."),
    created_at: Time.describe("When it began."),
  })
  .meta({
    examples: [
      {
        id: 91,
        event: "lead.replied",
        delivery_id: 60,
        attempt: 1,
        status_code: 200,
        response_body: "ok",
        duration_ms: 118,
        error: null,
        request: null,
        created_at: "2026-11-24T08:12:00.000Z",
      },
    ],
  });
export type WebhookLog = z.output<typeof WebhookLog>;

/** The event to make up; by default the first that the webhook subscribes to. */
export const TestWebhookBody = z.strictObject({
  event: EventName.optional().describe(
    "The event to make up; left out: the first that the webhook subscribes to.",
  ),
});
export type TestWebhookBody = z.output<typeof TestWebhookBody>;

/** A failed test is a result, not an error. */
export const TestWebhookAnswer = z
  .object({
    ok: z.boolean().describe("Whether the receiver answered with 2xx."),
    event: EventName.describe("Event that was sent."),
    log_id: z.int().describe("The attempt in the log."),
    status_code: z.int().nullable().describe("HTTP status of the answer; null: there was none."),
    response_body: z.string().nullable().describe("Beginning of the answer; null: there was none."),
    duration_ms: z.int().describe("Milliseconds that it took."),
    error: AttemptError.nullable().describe("Why it failed; null: it succeeded."),
  })
  .meta({
    examples: [
      {
        ok: true,
        event: "lead.replied",
        log_id: 92,
        status_code: 200,
        response_body: "ok",
        duration_ms: 104,
        error: null,
      },
    ],
  });
export type TestWebhookAnswer = z.output<typeof TestWebhookAnswer>;

export const RedeliverAnswer = z
  .object({
    delivery_id: z.int().describe("The delivery that is made again."),
    event: EventName.describe("Event that is sent."),
  })
  .meta({ examples: [{ delivery_id: 60, event: "lead.replied" }] });
export type RedeliverAnswer = z.output<typeof RedeliverAnswer>;
