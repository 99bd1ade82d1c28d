import { getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { changes, type Db, runBatch } from "#platform/db/db.ts";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import {
  events,
  hits,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
} from "#modules/events/schema/events.ts";
import {
  replyDrafts,
  replyFiles,
  replyOptOuts,
  replyTemplates,
  threads,
} from "#modules/inbox/schema/inbox.ts";
import { threadNotes, threadPresence } from "#modules/inbox/schema/team.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { bookings } from "#modules/inbox/schema/bookings.ts";
import { importLinks } from "#modules/leads/schema/import-links.ts";
import { jobFiles, jobs } from "#modules/leads/schema/jobs.ts";
import {
  importErrors,
  leads,
  listLeads,
  lists,
  suppressions,
} from "#modules/leads/schema/leads.ts";
import { leadTags, segments, tags } from "#modules/leads/schema/tags.ts";
import { grants } from "#modules/connections/schema/grants.ts";
import { drafts } from "#modules/delivery/schema/drafts.ts";
import { mailboxImportRows, mailboxImports } from "#modules/mailboxes/schema/imports.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { crmDeals } from "#modules/events/schema/integrations.ts";
import { pushCauses } from "#modules/events/schema/push.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { forecasts } from "#modules/campaigns/schema/forecasts.ts";
import { paces } from "#modules/campaigns/schema/pacing.ts";
import { contests } from "#modules/campaigns/schema/contests.ts";
import {
  campaignApprovals,
  campaignDrafts,
  campaignVersions,
} from "#modules/campaigns/schema/publishing.ts";
import { campaignRules, ruleRuns, tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { outbox, resends, sends, stats } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import {
  placementMails,
  placementSearches,
  placementSeeds,
  placementTests,
  postmasterFigures,
} from "#modules/placement/schema/placement.ts";
import { retention } from "#modules/operations/schema/system.ts";
import {
  validationResults,
  validationRetries,
  validationRows,
} from "#modules/leads/schema/validation.ts";
import { warmupDays, warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import {
  receiptChains,
  receiptHeads,
  receiptMarks,
  receiptPeople,
  receipts,
} from "#modules/receipts/schema/receipts.ts";
import { listings, reputationRuns } from "#modules/reputation/schema/listings.ts";
import { reportRows, reports, tlsRows } from "#modules/reputation/schema/reports.ts";
import { sandboxMails, samples } from "#modules/samples/schema/samples.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Rows of one statement. */
const ROWS = 500;
/** Parents of one statement: each may have a few rows below it. */
const PARENTS = 100;

/**
 * Every table of a workspace's database that holds what belongs to it; a second one holds rows that
 * are found by their parent alone, and go with it. The audit log stays.
 */
export const PURGED: readonly (readonly [SQLiteTable, { table: SQLiteTable; parent: string }?])[] =
  [
    [hits],
    [webhookAttempts],
    [events, { table: webhookDeliveries, parent: "event_id" }],
    [webhooks],
    [outbox],
    [messages],
    [threadNotes],
    [threadPresence],
    [threads],
    [replyDrafts],
    [replyFiles],
    [replyOptOuts],
    [replyTemplates],
    [sandboxMails],
    [samples],
    [resends],
    [sends],
    [campaignLeads],
    [campaignMailboxes],
    [contests],
    [ruleRuns],
    [campaignRules],
    [tasks],
    [reportRows],
    [tlsRows],
    [reports],
    [listings],
    [reputationRuns],
    [paces],
    [forecasts],
    [campaignApprovals],
    [campaignDrafts],
    [campaignVersions],
    [steps],
    [campaigns],
    [importLinks],
    [listLeads],
    [leadTags],
    [tags],
    [segments],
    [importErrors],
    [validationRetries],
    [validationRows],
    [validationResults],
    [jobFiles],
    [leads],
    [lists],
    [suppressions],
    [jobs],
    [dailyUsage],
    [stats],
    [placementMails],
    [placementSearches],
    [placementTests],
    [placementSeeds],
    [postmasterFigures],
    [warmupMails],
    [warmups, { table: warmupDays, parent: "mailbox_id" }],
    [grants],
    [drafts],
    [mailboxImportRows],
    [mailboxImports],
    [mailboxes, { table: imapCursors, parent: "mailbox_id" }],
    [bookings],
    [crmDeals],
    [notifications],
    [pushCauses],
    [receipts],
    [receiptHeads],
    [receiptPeople],
    [receiptMarks],
    [receiptChains],
    [retention],
    [workspaceSettings],
  ];

export const purgedNames = (): readonly string[] =>
  PURGED.flatMap(([table, child]) => [
    getTableName(table),
    ...(child ? [getTableName(child.table)] : []),
  ]);

/** Deletes some rows of a client's table; answers how many. Fewer than asked for means that none is left. */
export async function purgeSome(
  db: Db,
  id: WorkspaceId,
  [table, child]: (typeof PURGED)[number],
): Promise<{ isEmpty: boolean }> {
  const limit = child ? PARENTS : ROWS;
  const some = sql`(SELECT rowid FROM ${table} WHERE workspace_id = ${id} LIMIT ${limit})`;
  const own = db.run(sql`DELETE FROM ${table} WHERE rowid IN ${some}`);
  const results = await runBatch(db, [
    ...(child
      ? [db.run(sql`DELETE FROM ${child.table} WHERE ${sql.identifier(child.parent)} IN ${some}`)]
      : []),
    own,
  ]);
  return { isEmpty: changes(results.at(-1)) < limit };
}
