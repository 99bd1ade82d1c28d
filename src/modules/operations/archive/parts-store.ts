import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { workspaces, workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { contests } from "#modules/campaigns/schema/contests.ts";
import {
  campaignApprovals,
  campaignDrafts,
  campaignVersions,
} from "#modules/campaigns/schema/publishing.ts";
import { campaignRules, ruleRuns, tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import { grants } from "#modules/connections/schema/grants.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { webhooks } from "#modules/events/schema/events.ts";
import { replyTemplates, threads } from "#modules/inbox/schema/inbox.ts";
import { leads, listLeads, lists, suppressions } from "#modules/leads/schema/leads.ts";
import { leadTags, segments, tags } from "#modules/leads/schema/tags.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { receiptHeads, receipts } from "#modules/receipts/schema/receipts.ts";
import { warmups } from "#modules/warmup/schema/warmup.ts";

/** A file of the archive: the rows of a table, without what names or protects this installation alone. */
export type Part = {
  readonly name: string;
  readonly table: SQLiteTable;
  /** Columns that stay here: secrets, leases, and what only this installation can use. */
  readonly without: readonly string[];
  /** Not-null columns of an index behind the workspace, along which a large table is read; else its rows in order. */
  readonly along?: string;
  /** A workspace has its own row by this column. */
  readonly key?: "id";
};

const SECRETS = [
  "smtp_password",
  "imap_password",
  "refresh_token",
  "access_token",
  "api_token",
  "secret",
  "token",
] as const;
const CLAIMS = ["lease", "lease_until", "usage"] as const;

/** In an order in which each names only what stands before it. */
export const PARTS: readonly Part[] = [
  { name: "workspace", table: workspaces, without: ["created_by"], key: "id" },
  { name: "settings", table: workspaceSettings, without: [] },
  { name: "lists", table: lists, without: [] },
  { name: "leads", table: leads, without: ["domain", "score_rank"], along: "id" },
  { name: "list_leads", table: listLeads, without: [], along: "lead_id" },
  { name: "tags", table: tags, without: ["key"] },
  { name: "lead_tags", table: leadTags, without: [], along: "lead_id" },
  { name: "segments", table: segments, without: [] },
  { name: "suppressions", table: suppressions, without: [] },
  {
    name: "connections",
    table: grants,
    without: [...SECRETS, ...CLAIMS, "organisation_id", "subject", "granted_by"],
  },
  {
    name: "mailboxes",
    table: mailboxes,
    without: [...SECRETS, "domain", "sync_lease_until", "held_state"],
  },
  { name: "warmups", table: warmups, without: [] },
  { name: "campaigns", table: campaigns, without: [] },
  { name: "steps", table: steps, without: [] },
  { name: "campaign_drafts", table: campaignDrafts, without: ["by_user"] },
  { name: "campaign_versions", table: campaignVersions, without: ["by_user"] },
  {
    name: "campaign_approvals",
    table: campaignApprovals,
    without: ["token_hash", "by_user", "decided_by"],
  },
  { name: "contests", table: contests, without: ["look_at"] },
  { name: "campaign_rules", table: campaignRules, without: ["looked_until"] },
  { name: "campaign_mailboxes", table: campaignMailboxes, without: [] },
  { name: "enrolments", table: campaignLeads, without: [], along: "lead_id" },
  { name: "rule_runs", table: ruleRuns, without: [], along: "lead_id" },
  { name: "tasks", table: tasks, without: ["assigned_to"], along: "lead_id" },
  { name: "sends", table: sends, without: [...CLAIMS], along: "lead_id" },
  { name: "threads", table: threads, without: ["assigned_to"] },
  {
    name: "messages",
    table: messages,
    without: ["folder", "uid_validity", "uid", "ai_due_at"],
    along: "message_id",
  },
  { name: "reply_templates", table: replyTemplates, without: [] },
  { name: "webhooks", table: webhooks, without: [...SECRETS] },
  { name: "stats", table: stats, without: [] },
  { name: "receipts", table: receipts, without: [], along: "day" },
  { name: "receipt_heads", table: receiptHeads, without: [] },
];
