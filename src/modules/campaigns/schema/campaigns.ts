import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { Schedule } from "#platform/rules/schedule.ts";
import {
  ENROLMENT_STATUSES,
  PAUSE_REASONS,
  SKIP_REASONS,
} from "#modules/campaigns/rules/states.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { REPLY_WINDOW, WINNER_METRICS } from "#modules/campaigns/rules/winners/metrics.ts";
import { RECIPIENT_LANGUAGES } from "#modules/campaigns/rules/template/recipient-language.ts";
import type { StepTask } from "#modules/campaigns/rules/tasks.ts";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  ListId,
  MailboxId,
  StepId,
} from "#platform/rules/ids.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

/** A deleted campaign keeps its row for the threads that name it. */
export const campaigns = sqliteTable(
  "campaigns",
  {
    id: rowId<CampaignId>(),
    workspaceId: workspaceColumn(),
    name: text("name").notNull(),
    status: text("status", { enum: CAMPAIGN_STATUSES }).notNull().default("draft"),
    pausedReason: text("paused_reason", { enum: PAUSE_REASONS }),
    /** Raised by every start and pause; the dedupe key of their events. */
    epoch: integer("epoch").notNull().default(0),
    checkReply: flag("check_reply").notNull().default(true),
    stopOnAutoReply: flag("stop_on_auto_reply").notNull().default(false),
    stopForCompany: flag("stop_for_company").notNull().default(false),
    trackOpens: flag("track_opens").notNull().default(true),
    trackClicks: flag("track_clicks").notNull().default(true),
    oooHold: json<{ enabled: boolean; fallback_days: number; business_days_after_return: number }>(
      "ooo_hold",
    ),
    schedule: json<Schedule>("schedule").notNull(),
    dailyLimit: integer("daily_limit"),
    maxNewLeadsPerDay: integer("max_new_leads_per_day").notNull().default(0),
    prioritizeNewLeads: flag("prioritize_new_leads").notNull().default(false),
    ramp: json<{ enabled: boolean; start: number; increment: number; ceiling: number }>("ramp"),
    rotation: text("rotation", { enum: ["least_recently_used", "round_robin", "weighted"] })
      .notNull()
      .default("least_recently_used"),
    espMatch: text("esp_match", { enum: ["off", "prefer", "strict"] })
      .notNull()
      .default("off"),
    bounceThresholdPct: real("bounce_threshold_pct").notNull().default(5),
    bounceMinSample: integer("bounce_min_sample").notNull().default(20),
    bounceWindowDays: integer("bounce_window_days").notNull().default(7),
    complaintThresholdPct: real("complaint_threshold_pct").notNull().default(0.1),
    allowRisky: flag("allow_risky").notNull().default(true),
    skipIfContactedDays: integer("skip_if_contacted_days").notNull().default(0),
    excludeOtherActiveCampaigns: flag("exclude_other_active_campaigns").notNull().default(true),
    maxPerDomainPerDay: integer("max_per_domain_per_day").notNull().default(0),
    unsubscribeHeader: flag("unsubscribe_header").notNull().default(true),
    unsubscribeFooter: flag("unsubscribe_footer").notNull().default(true),
    /** Of our own words to recipients; null: English in mails, the browser's on pages. */
    language: text("language", { enum: RECIPIENT_LANGUAGES }),
    plainText: flag("plain_text").notNull().default(false),
    firstEmailPlainText: flag("first_email_plain_text").notNull().default(false),
    evergreen: flag("evergreen").notNull().default(false),
    autoWinner: flag("auto_winner").notNull().default(false),
    /** What decides which variant wins, and how many days a mail has for its reply. */
    winnerMetric: text("winner_metric", { enum: WINNER_METRICS }).notNull().default("reply"),
    winnerWindowDays: integer("winner_window_days").notNull().default(REPLY_WINDOW.usual),
    cc: json<string[]>("cc").notNull().default([]),
    bcc: json<string[]>("bcc").notNull().default([]),
    tags: json<string[]>("tags").notNull().default([]),
    /** Every mailbox with one of them belongs to it, beside those that are named. */
    mailboxTags: json<string[]>("mailbox_tags").notNull().default([]),
    /** When it is looked whether they are all in it; null without tags. */
    tagsDueAt: time("tags_due_at"),
    /** Lists whose leads were added, in that order; a deleted list leaves it. */
    listIds: json<ListId[]>("list_ids").notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    startedAt: time("started_at"),
    /** The last start after a pause or an end: rates of bounces and complaints are measured from there. */
    restartedAt: time("restarted_at"),
    /** What the campaign's counter of that day stood at then. */
    restartSent: integer("restart_sent").notNull().default(0),
    completedAt: time("completed_at"),
    deletedAt: time("deleted_at"),
  },
  (t) => [
    index("campaigns_workspace").on(t.workspaceId, t.id),
    index("campaigns_status").on(t.status, t.id),
    index("campaigns_standing")
      .on(t.workspaceId, t.status, t.pausedReason)
      .where(sql`deleted_at IS NULL`),
    index("campaigns_mailbox_tags")
      .on(t.workspaceId)
      .where(sql`mailbox_tags <> '[]'`),
    index("campaigns_tags_due")
      .on(t.tagsDueAt)
      .where(sql`tags_due_at IS NOT NULL`),
  ],
);

/** `position` is 1-based; the wait stands before the step. */
export const steps = sqliteTable(
  "steps",
  {
    id: rowId<StepId>(),
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    position: integer("position").notNull(),
    delay: integer("delay").notNull().default(0),
    delayUnit: text("delay_unit", { enum: ["minutes", "hours", "days"] })
      .notNull()
      .default("days"),
    subject: text("subject").notNull().default(""),
    bodyHtml: text("body_html").notNull().default(""),
    bodyText: text("body_text").notNull().default(""),
    variants: json<Variant[]>("variants").notNull().default([]),
    /** What a person does instead of an email; null: the step is an email. */
    task: json<StepTask>("task"),
    /** Raised by every edit: the key under which a parsed template may be kept. */
    version: integer("version").notNull().default(1),
    /** Which comparison of its variants runs: raised by what makes the mails before it tell nothing. */
    contest: integer("contest").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("steps_campaign").on(t.workspaceId, t.campaignId, t.position),
    // Campaigns that have a task.
    index("steps_tasks")
      .on(t.campaignId)
      .where(sql`task IS NOT NULL`),
  ],
);

export const campaignMailboxes = sqliteTable(
  "campaign_mailboxes",
  {
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    mailboxId: integer("mailbox_id").notNull().$type<MailboxId>(),
    /** Nobody named it: it is here for as long as it has one of the campaign's tags. */
    byTag: flag("by_tag").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.mailboxId] }),
    index("campaign_mailboxes_mailbox").on(t.workspaceId, t.mailboxId),
  ],
);

/** A lead's place in a campaign: the cursor of its sequence. */
export const campaignLeads = sqliteTable(
  "campaign_leads",
  {
    id: rowId<EnrolmentId>(),
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
    status: text("status", { enum: ENROLMENT_STATUSES }).notNull().default("pending"),
    skipReason: text("skip_reason", { enum: SKIP_REASONS }),
    /** The missing variable, or another detail of `skip_reason`. */
    skipDetail: text("skip_detail"),
    /** Position of the last step that left; 0 before the first. */
    currentStep: integer("current_step").notNull().default(0),
    /** Earliest time of the next step; null while one is in flight or when none is left. */
    nextSendAt: time("next_send_at"),
    heldUntil: time("held_until"),
    /** Sticky sender: set by the first send, kept for all steps. */
    mailboxId: integer("mailbox_id").$type<MailboxId>(),
    /** Who asked that its first email leaves before its campaign and its hour; null: nobody did. */
    sentNowBy: text("sent_now_by"),
    enteredAt: time("entered_at").notNull(),
    finishedAt: time("finished_at"),
    /** The place in another campaign whose thread it goes on with; null: it begins its own. */
    continuesId: integer("continues_id").$type<EnrolmentId>(),
  },
  (t) => [
    uniqueIndex("campaign_leads_pair").on(t.campaignId, t.leadId),
    index("campaign_leads_due").on(t.campaignId, t.status, t.nextSendAt),
    index("campaign_leads_sticky").on(t.mailboxId, t.campaignId, t.status, t.nextSendAt),
    index("campaign_leads_lead").on(t.workspaceId, t.leadId),
    // Paused until a date: what goes on by itself.
    index("campaign_leads_wake")
      .on(t.heldUntil)
      .where(sql`status = 'paused' AND held_until IS NOT NULL`),
  ],
);
