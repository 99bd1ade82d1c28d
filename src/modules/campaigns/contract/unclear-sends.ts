import { z } from "zod";
import { NullableTime, PageQuery, Time } from "#platform/contract/common.ts";

/** How far one more try of an unclear mail is. */
export const AGAIN_STATES = ["waiting", "on_its_way", "unclear", "refused", "given_up"] as const;

export const SendAgain = z.object({
  state: z.enum(AGAIN_STATES),
  /** How often it was asked for. */
  times: z.int(),
  asked_at: Time,
  /** `user:7`, `key:3`. */
  asked_by: z.string(),
  /** Not before; null once it is not waiting any more. */
  not_before: NullableTime,
  /** What holds it up; null: nothing but its turn. */
  waits_for: z.string().nullable(),
  /** What the server said to this try. */
  response: z.string(),
});

/** A mail of which nobody knows whether it arrived: it was handed to its server, and no answer came back. */
export const UnclearSend = z.object({
  id: z.int(),
  campaign_id: z.int(),
  lead_id: z.int(),
  email: z.string(),
  step: z.int(),
  subject: z.string(),
  mailbox_id: z.int(),
  mailbox: z.string(),
  /** When its outcome became unclear. */
  at: Time,
  /** What was heard last. */
  response: z.string(),
  /** Why it cannot be sent again; null: it can. */
  refusal: z.string().nullable(),
  /** Null where nobody has asked for it. */
  again: SendAgain.nullable(),
});
export type UnclearSend = z.output<typeof UnclearSend>;

export const UnclearQuery = PageQuery.omit({ q: true }).extend({
  lead_id: z.coerce.number().int().positive().optional(),
});
export type UnclearQuery = z.output<typeof UnclearQuery>;

export const SendAgainBody = z.strictObject({
  /** How often it had been asked for as the caller saw it; 409 where somebody was faster. */
  times: z.int().min(0).optional(),
});
export type SendAgainBody = z.output<typeof SendAgainBody>;
