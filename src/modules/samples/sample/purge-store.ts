import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { contests } from "#modules/campaigns/schema/contests.ts";
import { campaignRules, ruleRuns, tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { forecasts } from "#modules/campaigns/schema/forecasts.ts";
import { paces } from "#modules/campaigns/schema/pacing.ts";
import {
  campaignApprovals,
  campaignDrafts,
  campaignVersions,
} from "#modules/campaigns/schema/publishing.ts";
import { outbox, resends, sends, stats } from "#modules/campaigns/schema/sending.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { events, hits, webhookAttempts, webhookDeliveries } from "#modules/events/schema/events.ts";
import { crmDeals } from "#modules/events/schema/integrations.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { bookings } from "#modules/inbox/schema/bookings.ts";
import { replyDrafts, replyFiles, replyOptOuts, threads } from "#modules/inbox/schema/inbox.ts";
import { threadNotes, threadPresence } from "#modules/inbox/schema/team.ts";
import { listLeads, lists, suppressions } from "#modules/leads/schema/leads.ts";
import { validationRetries } from "#modules/leads/schema/validation.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import {
  placementMails,
  placementSearches,
  placementTests,
} from "#modules/placement/schema/placement.ts";
import { PEOPLE_DOMAINS, PEOPLE_EMAILS } from "#modules/samples/rules/people.ts";
import { sandboxMails, samples } from "#modules/samples/schema/samples.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_EMAIL } from "#platform/rules/mail/sandbox.ts";
import type { SampleRow } from "./store.ts";

/** Whether somebody still makes sample data, or one of its people is just doing something. */
export async function isBusy(db: Db, workspaceId: WorkspaceId, now: UnixMs): Promise<boolean> {
  const rows = await db.all<{ busy: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${samples} WHERE workspace_id = ${workspaceId} AND lease_until > ${now})
      OR EXISTS (SELECT 1 FROM ${sandboxMails} WHERE workspace_id = ${workspaceId} AND act_lease_until > ${now})
      AS busy`);
  return rows[0]?.busy === 1;
}

const listOf = (values: readonly (number | string)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** What belongs to the samples, by the columns that name it. */
type Parts = Readonly<
  Record<"leads" | "campaign" | "mailbox" | "list" | "sends" | "threads" | "tests" | "events", SQL>
> & {
  /** The campaign, as limits of a day are called. */
  readonly key: string;
};

function partsOf(workspaceId: WorkspaceId, row: SampleRow, leadIds: readonly LeadId[]): Parts {
  const leads = listOf(leadIds);
  const campaign = sql`${row.campaignId ?? 0}`;
  const mailbox = sql`(SELECT id FROM ${mailboxes} WHERE workspace_id = ${workspaceId} AND email = ${SANDBOX_EMAIL})`;
  const sent = sql`(SELECT id FROM ${sends} WHERE workspace_id = ${workspaceId}
    AND (lead_id IN ${leads} OR campaign_id = ${campaign} OR mailbox_id IN ${mailbox}))`;
  return {
    key: `${row.campaignId ?? 0}`,
    leads,
    campaign,
    mailbox,
    list: sql`${row.listId ?? 0}`,
    sends: sent,
    threads: sql`(SELECT id FROM ${threads} WHERE workspace_id = ${workspaceId}
      AND (lead_id IN ${leads} OR campaign_id = ${campaign} OR mailbox_id IN ${mailbox}))`,
    tests: sql`(SELECT id FROM ${placementTests} WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaign})`,
    events: sql`(SELECT id FROM ${events} WHERE workspace_id = ${workspaceId}
      AND (lead_id IN ${leads} OR campaign_id = ${campaign} OR send_id IN ${sent}))`,
  };
}

/** In an order in which what is named goes behind what names it. */
const goneWith = ({
  leads,
  campaign,
  mailbox,
  list,
  sends: sent,
  threads: talks,
  tests,
  events: reported,
  key,
}: Parts): readonly (readonly [SQLiteTable, SQL])[] => [
  [
    webhookAttempts,
    sql`delivery_id IN (SELECT id FROM ${webhookDeliveries} WHERE event_id IN ${reported})`,
  ],
  [webhookDeliveries, sql`event_id IN ${reported}`],
  [events, sql`lead_id IN ${leads} OR campaign_id = ${campaign} OR send_id IN ${sent}`],
  [hits, sql`send_id IN ${sent}`],
  [crmDeals, sql`lead_id IN ${leads}`],
  [bookings, sql`thread_id IN ${talks}`],
  [threadNotes, sql`thread_id IN ${talks}`],
  [threadPresence, sql`thread_id IN ${talks}`],
  [replyOptOuts, sql`thread_id IN ${talks} OR lead_id IN ${leads}`],
  [
    replyFiles,
    sql`message_id IN (SELECT message_id FROM ${replyDrafts} WHERE mailbox_id IN ${mailbox})`,
  ],
  [replyDrafts, sql`mailbox_id IN ${mailbox}`],
  [
    notifications,
    sql`(target_kind = 'campaign' AND target_id = ${campaign})
      OR (target_kind = 'mailbox' AND target_id IN ${mailbox}) OR (target_kind = 'thread' AND target_id IN ${talks})`,
  ],
  [outbox, sql`thread_id IN ${talks} OR mailbox_id IN ${mailbox}`],
  [
    messages,
    sql`send_id IN ${sent} OR thread_id IN ${talks} OR lead_id IN ${leads} OR mailbox_id IN ${mailbox}`,
  ],
  [threads, sql`id IN ${talks}`],
  [placementMails, sql`test_id IN ${tests}`],
  [placementSearches, sql`test_id IN ${tests}`],
  [placementTests, sql`campaign_id = ${campaign}`],
  [ruleRuns, sql`campaign_id = ${campaign} OR lead_id IN ${leads}`],
  [campaignRules, sql`campaign_id = ${campaign}`],
  [tasks, sql`campaign_id = ${campaign} OR lead_id IN ${leads}`],
  [resends, sql`id IN ${sent}`],
  [sandboxMails, sql`1`],
  [sends, sql`id IN ${sent}`],
  [campaignLeads, sql`campaign_id = ${campaign} OR lead_id IN ${leads}`],
  [campaignMailboxes, sql`campaign_id = ${campaign} OR mailbox_id IN ${mailbox}`],
  [contests, sql`campaign_id = ${campaign}`],
  [forecasts, sql`campaign_id = ${campaign}`],
  [campaignApprovals, sql`campaign_id = ${campaign}`],
  [campaignDrafts, sql`campaign_id = ${campaign}`],
  [campaignVersions, sql`campaign_id = ${campaign}`],
  [steps, sql`campaign_id = ${campaign}`],
  [
    stats,
    sql`campaign_id = ${campaign} OR (dimension = 'mailbox' AND key IN (SELECT '' || id FROM ${mailboxes} WHERE id IN ${mailbox}))
      OR (dimension = 'mailbox_day' AND substr(key, 1, instr(key, ':') - 1) IN (SELECT '' || id FROM ${mailboxes} WHERE id IN ${mailbox}))`,
  ],
  [
    dailyUsage,
    sql`(scope = 'mailbox' AND key IN (SELECT '' || id FROM ${mailboxes} WHERE id IN ${mailbox}))
      OR (scope IN ('campaign', 'campaign_new') AND key = ${key})
      OR (scope = 'domain' AND key GLOB ${`${key}:*`})
      OR (scope = 'pace' AND key GLOB ${`${SANDBOX_EMAIL.slice(SANDBOX_EMAIL.indexOf("@") + 1)}/*`})`,
  ],
  [paces, sql`domain = ${SANDBOX_EMAIL.slice(SANDBOX_EMAIL.indexOf("@") + 1)}`],
  [campaigns, sql`id = ${campaign}`],
  [validationRetries, sql`lead_id IN ${leads}`],
  [listLeads, sql`list_id = ${list}`],
  [lists, sql`id = ${list}`],
  [
    suppressions,
    sql`(kind = 'address' AND value IN ${listOf(PEOPLE_EMAILS)}) OR (kind = 'domain' AND value IN ${listOf(PEOPLE_DOMAINS)})`,
  ],
  [mailboxes, sql`email = ${SANDBOX_EMAIL}`],
];

/** The columns that count. */
const COUNTERS = Object.values(getTableColumns(stats)).flatMap(({ name }) =>
  ["workspace_id", "campaign_id", "dimension", "key"].includes(name) ? [] : [name],
);

/** What the sample campaign counted leaves the counters of the workspace. */
const subtractStats = (db: Db, workspaceId: WorkspaceId, campaign: SQL): Statement =>
  db.run(sql`
    UPDATE ${stats} SET ${sql.raw(COUNTERS.map((name) => `${name} = stats.${name} - own.${name}`).join(", "))}
    FROM (SELECT * FROM ${stats} WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaign}) own
    WHERE stats.workspace_id = ${workspaceId} AND stats.campaign_id = 0
      AND stats.dimension = own.dimension AND stats.key = own.key AND own.dimension IN ('total', 'day')`);

/** Counters of the workspace at nothing say nothing. */
const dropEmptyStats = (db: Db, workspaceId: WorkspaceId): Statement =>
  db.run(sql`
    DELETE FROM ${stats} WHERE workspace_id = ${workspaceId} AND campaign_id = 0 AND dimension IN ('total', 'day')
      AND ${sql.raw(COUNTERS.map((name) => `${name} = 0`).join(" AND "))}`);

/** Deletes all that the samples made but their leads, which go by themselves, and at last their own row. */
export function purgeStatements(
  db: Db,
  workspaceId: WorkspaceId,
  row: SampleRow,
  leadIds: readonly LeadId[],
): Statement[] {
  const parts = partsOf(workspaceId, row, leadIds);
  return [
    subtractStats(db, workspaceId, parts.campaign),
    ...goneWith(parts).map(([table, those]) =>
      db.run(sql`DELETE FROM ${table} WHERE workspace_id = ${workspaceId} AND (${those})`),
    ),
    dropEmptyStats(db, workspaceId),
    db.run(sql`DELETE FROM ${samples} WHERE workspace_id = ${workspaceId} AND state = 'removing'`),
  ];
}
