import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { changes, type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import {
  sessions,
  users,
  workspaceMembers,
  workspaces,
  workspaceSettings,
} from "#modules/accounts/schema/accounts.ts";
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
import { replyTemplates, threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { integrations } from "#modules/events/schema/integrations.ts";
import { bookings } from "#modules/inbox/schema/bookings.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import {
  importErrors,
  leads,
  listLeads,
  lists,
  suppressions,
} from "#modules/leads/schema/leads.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { providerCalls, providerKeys } from "#modules/inbox/schema/providers.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import { outbox, resends, sends, stats } from "#modules/campaigns/schema/sending.ts";
import { dailyUsage } from "#modules/mailboxes/schema/usage.ts";
import { retention } from "#modules/operations/schema/system.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import { validationRetries } from "#modules/leads/schema/validation.ts";
import { warmupDays, warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Rows of one statement. */
const ROWS = 500;
/** Parents of one statement: each may have a few rows below it. */
const PARENTS = 100;

/** The client whose time has come first. */
export async function selectDueClient(db: Db, until: UnixMs): Promise<WorkspaceId | null> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(lte(workspaces.deletedAt, until), eq(workspaces.isClient, true)))
    .orderBy(asc(workspaces.deletedAt))
    .limit(1);
  return rows[0]?.id ?? null;
}

/**
 * Every table that holds what belongs to a workspace; a second one holds rows that are found by
 * their parent alone, and go with it. Memberships and the workspace itself go last; the audit log
 * stays.
 */
export const PURGED: readonly (readonly [SQLiteTable, { table: SQLiteTable; parent: string }?])[] =
  [
    [hits],
    [webhookAttempts],
    [events, { table: webhookDeliveries, parent: "event_id" }],
    [webhooks],
    [outbox],
    [messages],
    [threads],
    [replyTemplates],
    [resends],
    [sends],
    [campaignLeads],
    [campaignMailboxes],
    [steps],
    [campaigns],
    [listLeads],
    [importErrors],
    [validationRetries],
    [leads],
    [lists],
    [suppressions],
    [jobs],
    [dailyUsage],
    [stats],
    [warmupMails],
    [warmups, { table: warmupDays, parent: "mailbox_id" }],
    [mailboxes, { table: imapCursors, parent: "mailbox_id" }],
    [providerCalls],
    [providerKeys],
    [bookings],
    [integrations],
    [notifications],
    [apiKeys],
    [retention],
    [trackingDomains],
    [workspaceSettings],
  ];

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

const due = (id: WorkspaceId, until: UnixMs): SQL =>
  sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${id} AND w.is_client = 1 AND w.deleted_at <= ${until})`;

/** The audit line's condition. */
export const whileDue = (id: WorkspaceId, until: UnixMs): SQL => sql`WHERE ${due(id, until)}`;

/** The rest: the client's people with their sessions, who may enter, and the workspace. */
export function purgeWorkspace(db: Db, id: WorkspaceId, until: UnixMs): Statement[] {
  const people = sql`(SELECT u.id FROM ${workspaceMembers} m JOIN ${users} u ON u.id = m.user_id AND u.role = 'client'
    WHERE m.workspace_id = ${id}
      AND NOT EXISTS (SELECT 1 FROM ${workspaceMembers} o WHERE o.user_id = u.id AND o.workspace_id <> ${id}))`;
  const while_ = due(id, until);
  return [
    db.delete(sessions).where(sql`${sessions.userId} IN ${people} AND ${while_}`),
    db.delete(users).where(sql`${users.id} IN ${people} AND ${while_}`),
    db.delete(workspaceMembers).where(and(eq(workspaceMembers.workspaceId, id), while_)),
    db.delete(workspaces).where(and(eq(workspaces.id, id), lte(workspaces.deletedAt, until))),
  ];
}
