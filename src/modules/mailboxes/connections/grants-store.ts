import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Road } from "#modules/connections/rules/kinds.ts";
import type { MailboxValues } from "#modules/mailboxes/mailboxes/store.ts";
import type { GrantId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** How a granted mailbox signs in: what a consent gives. */
export type GrantedServers = Pick<
  MailboxValues,
  | "smtpHost"
  | "smtpPort"
  | "smtpSecurity"
  | "smtpUsername"
  | "smtpPassword"
  | "imapHost"
  | "imapPort"
  | "imapSecurity"
  | "imapUsername"
  | "imapPassword"
  | "grantId"
> & { readonly road?: Road };

const live = (workspaceId: WorkspaceId) =>
  and(eq(mailboxes.workspaceId, workspaceId), isNull(mailboxes.deletedAt));

const GRANTED = { id: mailboxes.id, email: mailboxes.email, grantId: mailboxes.grantId };

/** The mailbox of an id, or of an address. */
export async function selectGranted(
  db: Db,
  workspaceId: WorkspaceId,
  by: { readonly id: MailboxId } | { readonly email: string },
) {
  const [row] = await db
    .select(GRANTED)
    .from(mailboxes)
    .where(
      and(live(workspaceId), "id" in by ? eq(mailboxes.id, by.id) : eq(mailboxes.email, by.email)),
    )
    .limit(1);
  return row ?? null;
}

/** The mailboxes that a grant opens: one, as a rule. */
export const selectOfGrant = (db: Db, workspaceId: WorkspaceId, grantId: GrantId) =>
  db
    .select(GRANTED)
    .from(mailboxes)
    .where(and(live(workspaceId), eq(mailboxes.grantId, grantId)));

/** Connects a mailbox to a grant. What waited for that goes on; what a person stopped stays so. False: it is gone. */
export async function connectRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  servers: GrantedServers,
  now: UnixMs,
  also: Statement,
): Promise<boolean> {
  const results = await runBatch(db, [
    also,
    db
      .update(mailboxes)
      .set({
        ...servers,
        status: sql`CASE WHEN ${mailboxes.status} IN ('reconnect_required', 'connection_error') THEN 'active' ELSE ${mailboxes.status} END`,
        statusMessage: null,
        authFailures: 0,
        connectFailures: 0,
        recheckAt: null,
        syncFailures: 0,
        syncDueAt: servers.imapHost === null ? null : now,
        updatedAt: now,
      })
      .where(and(live(workspaceId), eq(mailboxes.id, id)))
      .returning({ id: mailboxes.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** Mailboxes of a grant wait for their owners while `guard` holds; what a person stopped stays so. */
export const stopOfGrant = (
  db: Db,
  workspaceId: WorkspaceId,
  grantId: GrantId,
  stop: { readonly message: string; readonly now: UnixMs; readonly guard: SQL },
): Statement =>
  db
    .update(mailboxes)
    .set({
      status: sql`CASE WHEN ${mailboxes.status} IN ('active', 'connection_error', 'sending_error') THEN 'reconnect_required' ELSE ${mailboxes.status} END`,
      statusMessage: stop.message,
      lastErrorAt: stop.now,
      authFailures: 0,
      recheckAt: null,
      updatedAt: stop.now,
    })
    .where(and(live(workspaceId), eq(mailboxes.grantId, grantId), stop.guard));
