import { z } from "zod";
import { RivalAddress, Amount, Count, Id, Moment, Text } from "#modules/moving/rivals/rows.ts";

export const InstantlyMember = z.object({ id: Id, sub_workspace_id: Id, sub_workspace_name: Text });

export const InstantlyBlock = z.object({ id: Id, bl_value: z.string() });

/** Without secrets: only what is named here is read. */
export const InstantlyAccount = z.object({
  email: RivalAddress,
  first_name: Text,
  last_name: Text,
  provider_code: Amount,
  daily_limit: Amount,
  sending_gap: Amount,
  signature: Text,
  reply_to: Text,
  warmup: z.object({ limit: Amount }).nullish().catch(null),
});

export const List = z.object({ id: Id, name: Text });

export const InstantlyLead = z.object({
  id: Id,
  email: RivalAddress,
  first_name: Text,
  last_name: Text,
  company_name: Text,
  company_domain: Text,
  job_title: Text,
  phone: Text,
  website: Text,
  personalization: Text,
  status: Amount,
  campaign: Text,
  list_id: Text,
  lt_interest_status: Amount,
  email_reply_count: Amount,
  timestamp_last_contact: Moment,
  timestamp_last_reply: Moment,
  last_contacted_from: Text,
  payload: z.record(z.string(), z.unknown()).nullish().catch(null),
});
export type InstantlyLead = z.output<typeof InstantlyLead>;

const Variant = z.object({
  subject: Text,
  body: Text,
  v_disabled: z.boolean().nullish().catch(null),
});
const Step = z.object({
  type: z.string().nullish(),
  delay: Amount,
  delay_unit: z.string().nullish(),
  variants: z.array(Variant).nullish(),
});
const Schedule = z.object({
  timing: z.object({ from: z.string(), to: z.string() }),
  days: z.record(z.string(), z.boolean()),
  timezone: Text,
});
export const InstantlyCampaign = z.object({
  id: Id,
  name: Text,
  status: Amount,
  campaign_schedule: z
    .object({
      start_date: Text,
      end_date: Text,
      schedules: z.array(Schedule).nullish(),
    })
    .nullish()
    .catch(null),
  sequences: z.array(z.object({ steps: z.array(Step).nullish() })).nullish(),
  email_list: z.array(z.string()).nullish().catch(null),
  email_tag_list: z.array(z.string()).nullish().catch(null),
  daily_limit: Amount,
  stop_on_reply: z.boolean().nullish().catch(null),
  link_tracking: z.boolean().nullish().catch(null),
  open_tracking: z.boolean().nullish().catch(null),
  text_only: z.boolean().nullish().catch(null),
  cc_list: z.array(z.string()).nullish().catch(null),
  bcc_list: z.array(z.string()).nullish().catch(null),
});
export type InstantlyCampaign = z.output<typeof InstantlyCampaign>;

export const Subsequence = z.object({ id: Id, name: Text, parent_campaign: Text });

export const TagMapping = z.object({
  tag_id: Text,
  resource_type: Amount,
  resource_id: Text,
});

export const InstantlyEmail = z.object({
  id: Id,
  message_id: Text,
  subject: Text,
  body: z.object({ text: Text, html: Text }).nullish().catch(null),
  from_address_email: Text,
  to_address_email_list: z
    .union([Text, z.array(z.string()).transform((list) => list.slice(0, 20).join(","))])
    .catch(null),
  eaccount: Text,
  lead: Text,
  campaign_id: Text,
  step: Text,
  ue_type: Amount,
  timestamp_email: Moment,
  timestamp_created: Moment,
});
export type InstantlyEmail = z.output<typeof InstantlyEmail>;

/** One day of a campaign, without its bounces and opt-outs. */
export const InstantlyDay = z.object({
  date: Moment,
  sent: Count,
  unique_opened: Count,
  unique_clicks: Count,
  unique_replies: Count,
});
export type InstantlyDay = z.output<typeof InstantlyDay>;

export const InstantlyAnalytics = z.object({
  campaign_id: Id,
  emails_sent_count: Count,
  open_count: Count,
  link_click_count: Count,
  reply_count: Count,
  bounced_count: Count,
  unsubscribed_count: Count,
});
