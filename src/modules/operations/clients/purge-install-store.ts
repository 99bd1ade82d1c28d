import { warmupExchanges } from "#modules/warmup/schema/exchange.ts";
import { warmupPool } from "#modules/warmup/schema/pool.ts";
import { firstContacts } from "#modules/leads/schema/install-suppressions.ts";
import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { changes, type InstallDb, type InstallStatement } from "#platform/db/db.ts";
import { apiKeys, installKeyWorkspaces } from "#modules/accounts/schema/access.ts";
import {
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "#modules/accounts/schema/accounts.ts";
import { workspaceBrands, workspaceHosts } from "#modules/accounts/schema/brands.ts";
import { invitationWorkspaces } from "#modules/accounts/schema/invitations.ts";
import { oauthFlows, organisationAddresses } from "#modules/connections/schema/clients.ts";
import { integrations } from "#modules/events/schema/integrations.ts";
import { forgetWatched } from "#modules/inbox/sync/watch-mailboxes.ts";
import { providerCalls, providerKeys } from "#modules/inbox/schema/providers.ts";
import {
  moveBoxes,
  moveCampaigns,
  moveClients,
  moveFound,
  moveMails,
  moves,
} from "#modules/moving/schema/moves.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import { pushMessages } from "#modules/accounts/schema/push.ts";
import { TABLES_OF_PERSON } from "#modules/accounts/schema/sso.ts";
import { foldUsage } from "#modules/operations/costs/store.ts";
import { figureRanks, workspaceFigures } from "#modules/operations/schema/figures.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Rows of one statement. */
const ROWS = 500;

/** Every table of the install that holds what belongs to a workspace. Memberships and the workspace itself go last; the audit log stays. */
export const PURGED_OF_INSTALL: readonly SQLiteTable[] = [
  warmupPool,
  warmupExchanges,
  providerCalls,
  providerKeys,
  integrations,
  apiKeys,
  installKeyWorkspaces,
  invitationWorkspaces,
  trackingDomains,
  workspaceHosts,
  workspaceBrands,
  oauthFlows,
  organisationAddresses,
  workspaceFigures,
  figureRanks,
  pushMessages,
  firstContacts,
  moveMails,
  moveBoxes,
  moveFound,
  moveClients,
  moveCampaigns,
  moves,
];

/** The client whose time has come first. */
export async function selectDueClient(db: InstallDb, until: UnixMs): Promise<WorkspaceId | null> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(lte(workspaces.deletedAt, until), eq(workspaces.isClient, true)))
    .orderBy(asc(workspaces.deletedAt))
    .limit(1);
  return rows[0]?.id ?? null;
}

/** Deletes some rows of a client's; the same as `purgeSome` in the install. */
export async function purgeSomeOfInstall(
  db: InstallDb,
  id: WorkspaceId,
  table: SQLiteTable,
): Promise<{ isEmpty: boolean }> {
  const gone = await db.run(sql`
    DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE workspace_id = ${id} LIMIT ${ROWS})`);
  return { isEmpty: changes(gone) < ROWS };
}

const due = (id: WorkspaceId, until: UnixMs): SQL =>
  sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${id} AND w.is_client = 1 AND w.deleted_at <= ${until})`;

/** The audit line's condition. */
export const whileDue = (id: WorkspaceId, until: UnixMs): SQL => sql`WHERE ${due(id, until)}`;

/** The rest: the client's people with their sessions, who may enter, and the workspace. */
export function purgeWorkspace(db: InstallDb, id: WorkspaceId, until: UnixMs): InstallStatement[] {
  const people = sql`(SELECT u.id FROM ${workspaceMembers} m JOIN ${users} u ON u.id = m.user_id AND u.role = 'client'
    WHERE m.workspace_id = ${id}
      AND NOT EXISTS (SELECT 1 FROM ${workspaceMembers} o WHERE o.user_id = u.id AND o.workspace_id <> ${id}))`;
  const while_ = due(id, until);
  return [
    db.delete(sessions).where(sql`${sessions.userId} IN ${people} AND ${while_}`),
    ...TABLES_OF_PERSON.map((table) =>
      db.delete(table).where(sql`${table.userId} IN ${people} AND ${while_}`),
    ),
    db.delete(users).where(sql`${users.id} IN ${people} AND ${while_}`),
    db.delete(workspaceMembers).where(and(eq(workspaceMembers.workspaceId, id), while_)),
    forgetWatched(db, id, while_),
    ...foldUsage(db, id, while_),
    db.delete(workspaces).where(and(eq(workspaces.id, id), lte(workspaces.deletedAt, until))),
  ];
}
