import { z } from "zod";
import { RivalAddress, Amount, Count, Id, Moment, Text } from "#modules/moving/rivals/rows.ts";

export const SmartleadClient = z.object({ id: Id, name: Text });

export const SmartleadBlock = z.object({
  id: Id.optional().catch(undefined),
  email_or_domain: z.string(),
  source: Text,
  client_id: Text,
});

/** Passwords stand beside these fields, in clear or as base64; only what is named here is read. */
export const SmartleadMailbox = z.object({
  id: Id,
  from_name: Text,
  from_email: RivalAddress,
  type: Text,
  message_per_day: Amount,
  minTimeToWaitInMins: Amount,
  signature: Text,
  different_reply_to_address: Text,
  client_id: Text,
  warmup_details: z.object({ max_email_per_day: Amount }).nullish().catch(null),
});

export const SmartleadCampaign = z.object({
  id: Id,
  name: Text,
  status: Text,
  created_at: Moment,
  client_id: Text,
  parent_campaign_id: Text,
  track_settings: z.array(z.string()).nullish().catch(null),
  scheduler_cron_value: z
    .object({
      tz: Text,
      days: z.array(Amount).nullish().catch(null),
      startHour: Text,
      endHour: Text,
    })
    .nullish()
    .catch(null),
  max_leads_per_day: Amount,
  stop_lead_settings: Text,
  send_as_plain_text: z.boolean().nullish().catch(null),
});
export type SmartleadCampaign = z.output<typeof SmartleadCampaign>;

const Variant = z.object({
  id: Id,
  subject: Text,
  email_body: Text,
  is_deleted: z.boolean().nullish().catch(null),
  variant_distribution_percentage: Amount,
  distribution: Amount,
});
export const SmartleadStep = z.object({
  id: Id,
  seq_number: Amount,
  seq_type: Text,
  subject: Text,
  email_body: Text,
  seq_delay_details: z.object({ delayInDays: Amount, delay_in_days: Amount }).nullish().catch(null),
  sequence_variants: z.array(Variant).nullish().catch(null),
  variants: z.array(Variant).nullish().catch(null),
});
export type SmartleadStep = z.output<typeof SmartleadStep>;

export const SmartleadLead = z.object({
  campaign_lead_map_id: Id,
  status: Text,
  lead_category_id: Amount,
  lead: z.object({
    id: Id,
    email: RivalAddress,
    first_name: Text,
    last_name: Text,
    phone_number: Text,
    company_name: Text,
    website: Text,
    location: Text,
    linkedin_profile: Text,
    company_url: Text,
    custom_fields: z.record(z.string(), z.unknown()).nullish().catch(null),
    is_unsubscribed: z.boolean().nullish().catch(null),
  }),
});
export type SmartleadLead = z.output<typeof SmartleadLead>;

export const SmartleadAnalytics = z.object({
  sent_count: Count,
  open_count: Count,
  click_count: Count,
  reply_count: Count,
  bounce_count: Count,
  unsubscribed_count: Count,
});

const Reply = z.object({ time: Moment, message_id: Text, subject: Text, email_body: Text });
const Activity = z.object({
  stats_id: Text,
  message_id: Text,
  subject: Text,
  email_body: Text,
  sent_time: Moment,
  from_email: Text,
  to_email: Text,
  email_seq_number: Amount,
  reply_details: z
    .union([Reply, z.array(Reply)])
    .nullish()
    .catch(null),
});
export const LeadActivities = z.object({
  lead_id: Id,
  lead_email: Text,
  campaign_id: Id,
  status: Text,
  activities: z.array(z.unknown()).nullish().catch(null),
});
export const Activities = Activity;
export type Activities = z.output<typeof Activity>;

export const Category = z.object({ id: Amount, sentiment_type: Text });

export const Statistic = z.object({
  stats_id: Text,
  email_subject: Text,
  reply_time: Moment,
  lead_email: RivalAddress,
  is_unsubscribed: z.boolean().nullish().catch(null),
  is_bounced: z.boolean().nullish().catch(null),
});
