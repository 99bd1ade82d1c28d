import { z } from "zod";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { EXCHANGE_STATES, MAX_EXCHANGE_QUOTA } from "#modules/warmup/rules/exchange/limits.ts";

const MAX_SHARED = 200;
const MAX_INVITATION = 4_000;

const Name = z
  .string()
  .trim()
  .min(1, "Enter the name that the other operator reads.")
  .max(100)
  .describe("What the other operator reads: your name or company.");
const Mailboxes = z
  .array(bodyId<MailboxId>())
  .min(1, "Choose the mailboxes that take part.")
  .max(MAX_SHARED)
  .describe("Mailboxes of the workspace that take part, 200 at most. Free-mail addresses cannot.");
const Quota = z
  .int()
  .min(1)
  .max(MAX_EXCHANGE_QUOTA)
  .default(MAX_EXCHANGE_QUOTA)
  .describe("Emails per day in each direction, 40 at most; the smaller number of both counts.");

export const StartExchangeBody = z.strictObject({
  name: Name,
  mailbox_ids: Mailboxes,
  quota: Quota,
  invitation: z
    .string()
    .trim()
    .max(MAX_INVITATION)
    .optional()
    .describe("The invitation of another installation, to accept it; left out, a new one is made."),
});
export type StartExchangeBody = z.output<typeof StartExchangeBody>;

export const ConfirmExchangeBody = z.strictObject({
  fingerprint: z
    .string()
    .max(40)
    .describe("The fingerprint that the other operator read out, by phone for example."),
});
export type ConfirmExchangeBody = z.output<typeof ConfirmExchangeBody>;

export const WarmupExchange = z.object({
  id: z.int().describe("Id of the exchange."),
  state: z
    .enum(EXCHANGE_STATES)
    .describe(
      "invited: nobody accepted yet. comparing: compare the fingerprint. active: emails are exchanged. ended: nothing is left.",
    ),
  name: z.string().describe("What the other operator reads."),
  partner_name: z.string().nullable().describe("How the other operator calls itself."),
  partner_url: z.string().nullable().describe("Address of the other installation."),
  fingerprint: z
    .string()
    .nullable()
    .describe("What both operators compare; null before the invitation was accepted."),
  quota: z.int().describe("Emails per day in each direction."),
  mailbox_ids: z.array(z.int()).describe("Mailboxes that take part."),
  records: z
    .array(
      z.object({
        name: z.string().describe("Name of the TXT record."),
        value: z.string().describe("Its value."),
      }),
    )
    .describe("DNS records that say that the domains of these mailboxes are yours; needed."),
  partners_today: z.int().describe("Addresses of the partner whose domain names its key."),
  sent_7d: z.int().describe("Emails to the partner in the last seven days."),
  received_7d: z.int().describe("Emails from the partner in the last seven days."),
  trouble: z.string().nullable().describe("Why the last call to the partner failed."),
  created_at: Time.describe("When it was made."),
  expires_at: Time.describe("Until when the invitation can be accepted."),
  confirmed_at: NullableTime.describe("When you confirmed the fingerprint."),
  ended_at: NullableTime.describe("When it ended."),
  end_reason: z.string().nullable().describe("Why it ended."),
});
export type WarmupExchange = z.output<typeof WarmupExchange>;

export const WarmupExchanges = z.object({
  data: z.array(WarmupExchange).describe("The newest 50, newest first."),
});
export const StartedExchange = WarmupExchange.extend({
  invitation: z
    .string()
    .nullable()
    .describe("Give it to the other operator. Shown once; null where one was accepted."),
});
export type StartedExchange = z.output<typeof StartedExchange>;

/** What one install posts to another. */
export const ExchangeCall = z.strictObject({
  call: z.string().max(48_000).describe("A JWS by the partner's key that names this installation."),
});
export type ExchangeCall = z.output<typeof ExchangeCall>;
export const ExchangeAnswer = z.object({
  quota: z.int().optional().describe("Of an acceptance: what both agreed on."),
  partners: z
    .array(
      z.object({
        email: z.string().max(254).describe("Address of a mailbox that takes part."),
        language: z.string().max(2).describe("What its owner writes: en, de, fr or es."),
      }),
    )
    .max(MAX_EXCHANGE_QUOTA)
    .optional()
    .describe("Of a question for partners: addresses for this day."),
});
export type ExchangeAnswer = z.output<typeof ExchangeAnswer>;
