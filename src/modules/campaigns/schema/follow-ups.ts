import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import {
  type RuleAction,
  RULE_STATES,
  type RuleWhen,
  RUN_STATES,
  STOP_REASONS,
  WHEN_TYPES,
} from "#modules/campaigns/rules/follow-ups/rule.ts";
import { TASK_KINDS, TASK_STATES } from "#modules/campaigns/rules/tasks.ts";
import { createdAt, json, rowId, time, updatedAt, workspaceColumn } from "#platform/db/columns.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  RuleId,
  StepId,
  TaskId,
  UserId,
} from "#platform/rules/ids.ts";

/** What follows in a campaign when something happens. */
export const campaignRules = sqliteTable(
  "campaign_rules",
  {
    id: rowId<RuleId>(),
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    /** The type of `when`, for the statements that look for rules. */
    kind: text("kind", { enum: WHEN_TYPES }).notNull(),
    when: json<RuleWhen>("when").notNull(),
    then: json<RuleAction[]>("then").notNull(),
    /** The campaign that it sends leads to. */
    targetId: integer("target_id").$type<CampaignId>(),
    state: text("state", { enum: RULE_STATES }).notNull().default("active"),
    stoppedReason: text("stopped_reason", { enum: STOP_REASONS }),
    /** Of a rule about silence: mails that were sent until then have been looked at. */
    lookedUntil: time("looked_until"),
    /** Raised by every change. */
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("campaign_rules_campaign").on(t.workspaceId, t.campaignId),
    index("campaign_rules_active")
      .on(t.kind, t.workspaceId, t.campaignId)
      .where(sql`state = 'active'`),
  ],
);

/** A cause that a rule acts on, once: written with what causes it. */
export const ruleRuns = sqliteTable(
  "rule_runs",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    ruleId: integer("rule_id").notNull().$type<RuleId>(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
    /** `reply:<hash>`, `clicked:<send>`, `opened`, `step:<id>`, `field:<value>`. */
    cause: text("cause").notNull(),
    state: text("state", { enum: RUN_STATES }).notNull().default("waiting"),
    /** What the rule said and did, for people; empty while it waits. */
    detail: text("detail").notNull().default(""),
    createdAt: createdAt(),
    doneAt: time("done_at"),
  },
  (t) => [
    uniqueIndex("rule_runs_key").on(t.ruleId, t.leadId, t.cause),
    index("rule_runs_waiting")
      .on(t.id)
      .where(sql`state = 'waiting'`),
    index("rule_runs_lead").on(t.workspaceId, t.leadId),
  ],
);

/** Something that a person is asked to do. */
export const tasks = sqliteTable(
  "tasks",
  {
    id: rowId<TaskId>(),
    workspaceId: workspaceColumn(),
    /** What it comes from, once: `step:<place>:<step>`, `rule:<run>:<n>`, or a random one. */
    key: text("key").notNull(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
    campaignId: integer("campaign_id").$type<CampaignId>(),
    /** The sequence that waits for it; null: none does. */
    enrolmentId: integer("enrolment_id").$type<EnrolmentId>(),
    stepId: integer("step_id").$type<StepId>(),
    kind: text("kind", { enum: TASK_KINDS }).notNull(),
    text: text("text").notNull(),
    state: text("state", { enum: TASK_STATES }).notNull().default("open"),
    dueAt: time("due_at").notNull(),
    assignedTo: integer("assigned_to").$type<UserId>(),
    /** What the person who ended it wrote. */
    note: text("note").notNull().default(""),
    /** `user:7`, `key:3`, `rule:5`, `step:9`. */
    createdBy: text("created_by").notNull(),
    endedBy: text("ended_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: time("ended_at"),
  },
  (t) => [
    uniqueIndex("tasks_key").on(t.workspaceId, t.key),
    index("tasks_state").on(t.workspaceId, t.state, t.dueAt, t.id),
    index("tasks_lead").on(t.workspaceId, t.leadId),
    index("tasks_place")
      .on(t.enrolmentId)
      .where(sql`enrolment_id IS NOT NULL`),
    index("tasks_campaign")
      .on(t.workspaceId, t.campaignId)
      .where(sql`state = 'open'`),
  ],
);
