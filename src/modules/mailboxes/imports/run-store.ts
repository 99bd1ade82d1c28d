import { sql } from "drizzle-orm";
import {
  insertOrganisationGrants,
  newestGrant,
} from "#modules/connections/organisations/granted-rows-sql.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { countOfMailboxes } from "#modules/mailboxes/mailboxes/store.ts";
import { mailboxImportRows, mailboxImports } from "#modules/mailboxes/schema/imports.ts";
import { MAX_ASKED } from "#modules/mailboxes/rules/imports/states.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { runBatch } from "#platform/db/db.ts";
import type {
  MailboxId,
  MailboxImportId,
  UnixMs,
  UserId,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** Takes an unfinished import until `wakeAt`. Null: there is nothing to do. */
export async function takeImport(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxImportId,
  wakeAt: UnixMs,
): Promise<{ readonly createdBy: UserId | null } | null> {
  const [row] = await db.all<{ createdBy: UserId | null }>(sql`
    UPDATE ${mailboxImports} SET wake_at = ${wakeAt}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND wake_at IS NOT NULL RETURNING created_by AS "createdBy"`);
  return row ?? null;
}

/** Across workspaces: imports that nobody woke in time, each moved on to `next`. */
export async function takeOverdue(
  db: Db,
  now: UnixMs,
  next: UnixMs,
  limit: number,
): Promise<{ id: MailboxImportId; workspaceId: WorkspaceId }[]> {
  const rows = await db.all<{ id: MailboxImportId; workspace_id: WorkspaceId }>(sql`
    UPDATE ${mailboxImports} SET wake_at = ${next}
    WHERE id IN (SELECT id FROM ${mailboxImports} WHERE wake_at <= ${now} ORDER BY wake_at LIMIT ${limit})
    RETURNING id, workspace_id`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}

const settle = sql`fields = NULL, smtp_password = NULL, imap_password = NULL`;

/**
 * Settles tests that nobody waits for: of mailboxes that were deleted, and those that were asked for
 * too often. Answers mailboxes whose test is asked for once more, since it was lost.
 */
export async function settleLost(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxImportId,
  { now, before }: { now: UnixMs; before: UnixMs },
): Promise<MailboxId[]> {
  const testing = sql`import_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'testing'`;
  const results = await runBatch(db, [
    db.run(sql`
      UPDATE ${mailboxImportRows} SET state = 'failed', code = 'deleted', message = 'The mailbox was deleted.'
      WHERE ${testing} AND NOT EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = mailbox_id AND m.deleted_at IS NULL)`),
    db.run(sql`
      UPDATE ${mailboxImportRows} SET state = 'failed', code = 'not_tested',
        message = 'The connection could not be tested. Test the mailbox.'
      WHERE ${testing} AND asked_at <= ${before} AND asked >= ${MAX_ASKED}`),
    db.all<{ id: MailboxId }>(sql`
      UPDATE ${mailboxImportRows} SET asked = asked + 1, asked_at = ${now}
      WHERE ${testing} AND asked_at <= ${before} RETURNING mailbox_id AS id`),
  ]);
  return (results.at(-1) as { id: MailboxId }[]).map((row) => row.id);
}

/** A row that waits, with the organisation that opens it. */
export type WaitingRow = {
  readonly line: number;
  readonly email: string;
  readonly organisationId: number | null;
};

/** How many of an import are tested now, and the next rows that wait to be stored. */
export async function selectNext(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxImportId,
  limit: number,
): Promise<{ testing: number; waiting: WaitingRow[] }> {
  const [counted, waiting] = await db.batch([
    db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM ${mailboxImportRows}
      WHERE import_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'testing'`),
    db.all<WaitingRow>(sql`
      SELECT line, email, fields->>'$.organisation.id' AS "organisationId" FROM ${mailboxImportRows}
      WHERE import_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'waiting'
      ORDER BY line LIMIT ${limit}`),
  ]);
  return { testing: counted[0]?.n ?? 0, waiting };
}

const COLUMNS = {
  from_name: "fromName",
  reply_to: "replyTo",
  smtp_host: "smtpHost",
  smtp_port: "smtpPort",
  smtp_security: "smtpSecurity",
  smtp_username: "smtpUsername",
  imap_host: "imapHost",
  imap_port: "imapPort",
  imap_security: "imapSecurity",
  imap_username: "imapUsername",
  daily_limit: "dailyLimit",
  min_gap_seconds: "minGapSeconds",
  gap_jitter_seconds: "gapJitterSeconds",
  ramp_enabled: "rampEnabled",
  ramp_increment: "rampIncrement",
  signature_html: "signatureHtml",
  signature_text: "signatureText",
  tags: "tags",
  group_name: "groupName",
  timezone: "timezone",
  tracking_domain: "trackingDomain",
  save_to_sent: "saveToSent",
} as const satisfies Record<string, keyof typeof mailboxes.$inferInsert>;

const names = sql.raw(Object.keys(COLUMNS).join(", "));
const values = sql.raw(
  Object.values(COLUMNS)
    .map((field) => `r.fields->>'${field}'`)
    .join(", "),
);

/** The rows of an import at these lines; the part of statements that name them. */
export type Those = { readonly id: MailboxImportId; readonly lines: readonly number[] };

const at = ({ id, lines }: Those) => sql`import_id = ${id}
  AND line IN (SELECT value FROM json_each(${JSON.stringify(lines)}))`;

/** Ids of the mailboxes that these rows made, as a list in SQL. */
export const madeBy = (workspaceId: WorkspaceId, those: Those) =>
  sql`(SELECT mailbox_id FROM ${mailboxImportRows} WHERE ${at(those)} AND +workspace_id = ${workspaceId}
    AND mailbox_id IS NOT NULL)`;

/** Of them, those that shall be warmed up, with how far. */
export const warmedBy = (workspaceId: WorkspaceId, those: Those) =>
  sql`(SELECT mailbox_id AS id, warmup_daily_limit AS daily_limit FROM ${mailboxImportRows}
    WHERE ${at(those)} AND +workspace_id = ${workspaceId} AND mailbox_id IS NOT NULL AND warmup = 1)`;

/**
 * Stores the mailboxes of rows that still wait, as long as the workspace has fewer than `most`, to be tested
 * before they send; whose address is there meanwhile is skipped. The last statement answers the new mailboxes.
 */
export function storeRows(
  db: Db,
  workspaceId: WorkspaceId,
  those: Those,
  {
    now,
    untested,
    by,
    most,
  }: { now: UnixMs; untested: string; by: UserId | null; readonly most: number },
): Statement[] {
  const waiting = sql`${at(those)} AND +workspace_id = ${workspaceId} AND state = 'waiting'`;
  const there = sql`(SELECT m.id FROM ${mailboxes} m WHERE m.workspace_id = ${workspaceId}
    AND m.email = ${mailboxImportRows}.email AND m.deleted_at IS NULL)`;
  // Others may have taken places since the room was read; a negative LIMIT would be none.
  const fitting = sql`(SELECT w.id FROM ${mailboxImportRows} w WHERE w.import_id = ${those.id}
    AND w.line IN (SELECT value FROM json_each(${JSON.stringify(those.lines)}))
    AND +w.workspace_id = ${workspaceId} AND w.state = 'waiting'
    ORDER BY w.line LIMIT max(0, ${most} - ${countOfMailboxes(workspaceId)}))`;
  return [
    db.run(sql`
      UPDATE ${mailboxImportRows} SET state = 'skipped', code = 'exists',
        message = 'The workspace has a mailbox with this address.', ${settle}
      WHERE ${waiting} AND EXISTS ${there}`),
    db.run(
      insertOrganisationGrants(
        workspaceId,
        sql`(SELECT email, fields->>'$.organisation.id' AS organisation_id, fields->>'$.organisation.provider' AS provider,
        fields->'$.organisation.scopes' AS scopes FROM ${mailboxImportRows}
        WHERE id IN ${fitting} AND fields->>'$.organisation.id' IS NOT NULL)`,
        { now, grantedBy: by },
      ),
    ),
    db.run(sql`
      INSERT INTO ${mailboxes} (workspace_id, email, ${names}, smtp_password, imap_password, grant_id, status,
        status_message, created_at, updated_at)
      SELECT r.workspace_id, r.email, ${values}, coalesce(r.smtp_password, ''), r.imap_password,
        CASE WHEN r.fields->>'$.organisation.id' IS NOT NULL THEN ${newestGrant(workspaceId, sql`r.email`)} END,
        'connection_error', ${untested}, ${now}, ${now}
      FROM ${mailboxImportRows} r
      WHERE r.id IN ${fitting} ORDER BY r.line`),
    db.all<{ id: MailboxId }>(sql`
      UPDATE ${mailboxImportRows} SET state = 'testing', mailbox_id = ${there}, asked = 1, asked_at = ${now}, ${settle}
      WHERE ${waiting} AND EXISTS ${there} RETURNING mailbox_id AS id`),
  ];
}

/** Fails rows that wait, at these lines. */
export const failRows = (
  db: Db,
  workspaceId: WorkspaceId,
  those: Those,
  { code, message }: { readonly code: string; readonly message: string },
): Statement =>
  db.run(sql`
    UPDATE ${mailboxImportRows} SET state = 'failed', code = ${code}, message = ${message}, ${settle}
    WHERE ${at(those)} AND +workspace_id = ${workspaceId} AND state = 'waiting'`);

/** Fails the rows that wait, since the workspace has no room for more. */
export const failWaiting = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxImportId,
  { code, message }: { readonly code: string; readonly message: string },
): Statement =>
  db.run(sql`
    UPDATE ${mailboxImportRows} SET state = 'failed', code = ${code}, message = ${message}, ${settle}
    WHERE import_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'waiting'`);

/** Ends an import in which no row waits or is tested. */
export const finishImport = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxImportId,
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${mailboxImports} SET wake_at = NULL, finished_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND wake_at IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM ${mailboxImportRows} r WHERE r.import_id = ${id} AND r.state IN ('waiting', 'testing'))`);
