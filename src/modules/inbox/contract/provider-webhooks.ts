import { z } from "zod";

/*
 * What mail providers post to us, as far as we read it. They add fields at will:
 * unknown ones pass, and what we do not understand of one event does not spoil the others.
 */

const text = z.string().catch("");
const flag = z.boolean().nullish().catch(null);
const optional = z.string().nullish().catch(null);

/** Our answer: stored, and worked on from now on. */
export const ProviderWebhookAnswer = z
  .strictObject({
    accepted: z.literal(true).describe("Always true: it is stored, and is worked on."),
  })
  .meta({ examples: [{ accepted: true }] });

export const SnsEnvelope = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string().min(1).max(300),
  Message: z.string(),
  Timestamp: z.string().min(1).max(50),
  Subject: z.string().nullish(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.string(),
  Signature: z.string().max(2_000),
  SigningCertURL: z.string(),
});

const SesRecipient = z.object({
  emailAddress: text,
  status: optional,
  diagnosticCode: optional,
});
export const SesEvent = z.object({
  notificationType: optional,
  eventType: optional,
  mail: z
    .object({
      messageId: optional,
      destination: z.array(z.string()).nullish().catch(null),
      headers: z
        .array(z.object({ name: text, value: text }))
        .nullish()
        .catch(null),
      commonHeaders: z.object({ messageId: optional }).nullish().catch(null),
    })
    .catch({ messageId: null }),
  bounce: z
    .object({
      bounceType: optional,
      bounceSubType: optional,
      bouncedRecipients: z.array(SesRecipient).catch([]),
    })
    .nullish(),
  complaint: z
    .object({
      complaintFeedbackType: optional,
      complaintSubType: optional,
      complainedRecipients: z.array(SesRecipient).catch([]),
    })
    .nullish(),
  delivery: z
    .object({ recipients: z.array(z.string()).catch([]), smtpResponse: optional })
    .nullish(),
  reject: z.object({ reason: optional }).nullish(),
  subscription: z
    .object({
      source: optional,
      newTopicPreferences: z.object({ unsubscribeAll: flag }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

export const SendgridEvent = z.object({
  event: z.string(),
  type: optional,
  bounce_classification: optional,
  email: optional,
  status: optional,
  reason: optional,
  response: optional,
  "smtp-id": optional,
  sg_message_id: optional,
});

export const MailgunCall = z.object({
  signature: z.object({
    timestamp: z.coerce.string().max(20),
    token: z.string().min(1).max(100),
    signature: z.string().max(200),
  }),
  "event-data": z.unknown().optional(),
});
export const MailgunEvent = z.object({
  event: z.string(),
  severity: optional,
  reason: optional,
  recipient: optional,
  message: z
    .object({ headers: z.object({ "message-id": optional }).nullish().catch(null) })
    .nullish()
    .catch(null),
  "delivery-status": z
    .object({
      code: z.union([z.number(), z.string()]).nullish().catch(null),
      "enhanced-code": optional,
      "bounce-type": optional,
      message: optional,
      description: optional,
    })
    .nullish()
    .catch(null),
});

export const PostmarkEvent = z.object({
  RecordType: optional,
  Type: optional,
  MessageID: optional,
  Email: optional,
  Recipient: optional,
  Description: optional,
  Details: optional,
  SuppressSending: flag,
  SuppressionReason: optional,
  Metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
});

export const ResendEvent = z.object({
  type: z.string(),
  data: z.object({
    email_id: optional,
    message_id: optional,
    to: z
      .union([z.array(z.string()), z.string().transform((one) => [one])])
      .nullish()
      .catch(null),
    headers: z
      .array(z.object({ name: text, value: text }))
      .nullish()
      .catch(null),
    bounce: z
      .object({
        type: optional,
        subType: optional,
        message: optional,
        diagnosticCode: z.array(z.string()).nullish().catch(null),
      })
      .nullish()
      .catch(null),
    suppressed: z.object({ type: optional, message: optional }).nullish().catch(null),
    /** Of a contact. */
    email: optional,
    unsubscribed: flag,
    /** Of an address on the list. */
    origin: optional,
    reason: optional,
  }),
});
