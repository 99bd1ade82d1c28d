import { z } from "zod";
import { bodyId, NullableTime, PageQuery, Time } from "#platform/contract/common.ts";
import type { CampaignId, MailboxId, StepId } from "#platform/rules/ids.ts";
import { SEND_STATES } from "#modules/delivery/rules/states.ts";
import { MAIL_PLACES, INBOX_TABS } from "#modules/placement/rules/places.ts";
import { FACTORS } from "#modules/placement/rules/search/factors.ts";
import { PURPOSES } from "#modules/placement/rules/search/next-step.ts";
import { Search } from "./searches.ts";
import { Seed, SeedId } from "./seeds.ts";

const Text = z.string().max(400_000);

export const PlacementTestBody = z.strictObject({
  campaign_id: bodyId<CampaignId>()
    .optional()
    .describe("The campaign whose email is tested; instead of subject and body."),
  step_id: bodyId<StepId>()
    .optional()
    .describe("The step of the campaign; its first when left out."),
  variant: z
    .string()
    .min(1)
    .max(20)
    .optional()
    .describe('The variant of the step; "control" when left out.'),
  subject: z.string().max(500).optional().describe("Subject of a draft without a campaign."),
  body_html: Text.optional().describe("HTML of a draft without a campaign; may use variables."),
  body_text: Text.optional().describe("Text of a draft without a campaign; may use variables."),
  mailbox_ids: z
    .array(bodyId<MailboxId>())
    .min(1)
    .max(20)
    .describe("Mailboxes that send the email, at most 20."),
  seed_ids: z
    .array(SeedId)
    .min(1, "Choose at least one seed.")
    .max(50)
    .optional()
    .describe("Seeds that get it, at most 50; every seed that may get it when left out."),
});
export type PlacementTestBody = z.output<typeof PlacementTestBody>;

const LeftOut = z.object({
  mailbox_id: z.int().describe("The sender."),
  seed_id: SeedId.describe("The seed that gets nothing from it."),
  reason: z
    .enum(["self", "warmup_partner", "lead", "suppressed"])
    .describe("Why this sender does not write to this seed."),
});

export const PlacementPlan = z.object({
  mails: z.int().describe("Test emails that would be sent."),
  senders: z
    .array(
      z.object({
        mailbox_id: z.int().describe("The sender."),
        email: z.string().describe("Its address."),
        mails: z.int().describe("Test emails that it would send."),
        daily_limit: z.int().describe("What it may send today, with its ramp."),
        used_today: z.int().describe("What of that is used."),
        takes_today: z
          .int()
          .describe("Test emails that take a place of today; campaigns have that many fewer."),
        days: z.int().nullable().describe("Days until all have left; null: its limit is 0."),
      }),
    )
    .describe("What the test takes from each sender."),
  seeds: z.array(Seed).describe("Seeds that would get an email."),
  left_out: z.array(LeftOut).describe("Pairs that would get none, and why."),
  message: z.string().describe("The plan in one sentence."),
});
export type PlacementPlan = z.output<typeof PlacementPlan>;

const Count = z.int();
const counts = {
  inbox: Count.describe("Emails found in the inbox, whatever its tab."),
  spam: Count.describe("Emails found in the spam folder."),
  other: Count.describe("Emails found in another folder."),
  missing: Count.describe("Emails that were nowhere an hour after they left."),
  unknown: Count.describe("Emails whose seed could not be read."),
  waiting: Count.describe("Emails that have not left, or are still looked for."),
  failed: Count.describe("Emails that a server refused, or that ended before they left."),
};

export const Cell = z.object({
  mailbox_id: z.int().describe("The sender."),
  provider: z.string().describe("Provider of the seeds."),
  mails: z.int().describe("Test emails of this sender to seeds of this provider."),
  ...counts,
  promotions: z.int().describe("Of those in the inbox, emails in the promotions tab of Gmail."),
  rate: z
    .object({
      rate: z.number().describe("Share in the inbox, 0 to 1."),
      low: z.number().describe("Lower end of its range (95 of 100)."),
      high: z.number().describe("Upper end of its range."),
    })
    .nullable()
    .describe("Null under 8 emails: too few for a rate."),
  summary: z.string().describe("The cell in words, such as 6 of 8 in the inbox."),
});
export type Cell = z.output<typeof Cell>;

export const SeenHeadersOut = z.object({
  spf: z.string().nullable().describe("Result of SPF; null: not told."),
  dkim: z.string().nullable().describe("Result of DKIM; null: not told."),
  dmarc: z.string().nullable().describe("Result of DMARC; null: not told."),
  dkim_domains: z.array(z.string()).describe("Domains whose signature passed."),
  signs_unsubscribe: z
    .boolean()
    .nullable()
    .describe(
      "Whether a signature that passed covers both unsubscribe headers; null: none passed.",
    ),
});

export const PlacementMail = z.object({
  id: z.int().describe("Number of the test email."),
  mailbox_id: z.int().describe("The sender."),
  seed_id: SeedId.describe("The seed that it went to."),
  seed_email: z.string().describe("Address of the seed, as it was then."),
  provider: z.string().describe("Provider of the seed."),
  search_id: z.int().nullable().describe("The search that it belongs to; null: the test itself."),
  purpose: z
    .enum(["test", ...PURPOSES])
    .describe("full: the whole email; ask: a version; proof: a version without the named cause."),
  replaced: z
    .array(z.enum(FACTORS))
    .describe("Factors that this version replaces by something neutral."),
  state: z.enum(SEND_STATES).describe("State of its delivery."),
  sent_at: NullableTime.describe("When a server took it."),
  place: z.enum(MAIL_PLACES).nullable().describe("Where it lies; null: not known yet."),
  folder: z.string().nullable().describe("Path of the folder that it was found in."),
  tab: z
    .enum(INBOX_TABS)
    .nullable()
    .describe("Tab of Gmail's inbox; null: unknown, or no inbox of Gmail."),
  placed_at: NullableTime.describe("When that was seen."),
  next_look_at: NullableTime.describe("When it is looked for next; null: no more, or not yet."),
  authentication: SeenHeadersOut.nullable().describe(
    "What the seed's own provider says; null: nothing, or not found yet.",
  ),
  response: z.string().nullable().describe("What the sender's server said of a refusal."),
});
export type PlacementMail = z.output<typeof PlacementMail>;

export const PlacementTestItem = z.object({
  id: z.int().describe("Number of the test."),
  state: z
    .enum(["running", "done", "cancelled"])
    .describe("done: every email has a place, or has ended."),
  campaign_id: z.int().nullable().describe("The campaign whose email it is; null for a draft."),
  step_id: z.int().nullable().describe("The step of the campaign."),
  variant: z.string().nullable().describe("The variant of the step."),
  name: z.string().describe("Name of the campaign, or Draft."),
  subject: z.string().describe("Subject of the tested email, as a template."),
  mails: z.int().describe("Test emails without those of searches."),
  ...counts,
  summary: z.string().describe("The result in words."),
  by_provider: z
    .array(z.object({ provider: z.string().describe("Provider of the seeds."), ...counts }))
    .describe("The same by provider."),
  created_at: Time.describe("When it was started."),
  created_by: z.string().describe("Who started it."),
});
export type PlacementTestItem = z.output<typeof PlacementTestItem>;

export const PlacementTest = PlacementTestItem.extend({
  matrix: z.array(Cell).describe("A cell for each sender and provider."),
  emails: z.array(PlacementMail).describe("Every test email, those of searches last; 500 at most."),
  searches: z.array(Search).describe("Searches for the cause, the newest first."),
});
export type PlacementTest = z.output<typeof PlacementTest>;

export const PlacementTestsQuery = PageQuery.omit({ q: true }).extend({
  campaign_id: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe("Tests of this campaign alone."),
});
export type PlacementTestsQuery = z.output<typeof PlacementTestsQuery>;
