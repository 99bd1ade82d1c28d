import { z } from "zod";
import { NullableTime } from "#platform/contract/common.ts";

export const PACE_STATES = [
  "open",
  "growing",
  "limit_reached",
  "held",
  "halved",
  "throttled",
  "paused",
] as const;

const Domain = z.string().describe("The sending domain: what mailbox addresses end with.");
const Recipients = z
  .string()
  .describe(
    "Who takes the email, by MX and not by address: a provider such as google, or the domain of the MX host.",
  );

export const Pacing = z.object({
  domain: Domain,
  recipients: Recipients,
  name: z.string().describe("The provider's name for people."),
  sent_today: z.int().describe("Campaign emails of today (UTC), those on their way included."),
  limit: z
    .int()
    .nullable()
    .describe("Campaign emails that may leave today; null where pacing sets no limit."),
  status: z
    .enum(PACE_STATES)
    .describe(
      "open: no limit. growing: a new domain. held: the provider asked to slow down, nothing leaves. halved: half for 24 hours after that. throttled, paused: too many emails in junk.",
    ),
  until: NullableTime.describe("When that ends by itself; null where it does not or need not."),
  refused_at: NullableTime.describe("When the provider last asked to slow down."),
  refusal: z.string().nullable().describe("What it said then."),
  reason: z.string().describe("Why the limit is what it is, in one sentence."),
});
export type Pacing = z.output<typeof Pacing>;

export const PacingList = z.object({
  enabled: z.boolean().describe("Whether the workspace paces emails, see its settings."),
  data: z.array(Pacing).describe("Sending domains and providers that they have written to."),
});
export type PacingList = z.output<typeof PacingList>;

export const PacingQuery = z.object({
  domain: z.string().trim().toLowerCase().max(253).optional().describe("Only this sending domain."),
});

export const ResumePacingBody = z.strictObject({
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(253)
    .describe("The sending domain: what mailbox addresses end with."),
  recipients: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .describe("Who takes the email, as the list shows it."),
});
export type ResumePacingBody = z.output<typeof ResumePacingBody>;
