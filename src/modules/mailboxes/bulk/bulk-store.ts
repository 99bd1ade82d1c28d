import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BulkSet } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { type MailboxValues, theseIds } from "#modules/mailboxes/mailboxes/store.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const own = (workspaceId: WorkspaceId) =>
  and(eq(mailboxes.workspaceId, workspaceId), isNull(mailboxes.deletedAt));

/** Mailboxes that a choice means, with what decides whether they can be changed. */
export const selectChosen = (
  db: Db,
  workspaceId: WorkspaceId,
  choice: SQL | undefined,
  limit: number,
) =>
  db
    .select({
      id: mailboxes.id,
      status: mailboxes.status,
      tags: mailboxes.tags,
      imapHost: mailboxes.imapHost,
    })
    .from(mailboxes)
    .where(and(own(workspaceId), choice))
    .orderBy(mailboxes.id)
    .limit(limit);
export type ChosenMailbox = Awaited<ReturnType<typeof selectChosen>>[number];

/** The condition that names these mailboxes. */
export const amongIds = (ids: readonly MailboxId[]): SQL =>
  sql`${mailboxes.id} IN ${theseIds(ids)}`;

/** They as warmups are started: with the default volume. */
export const warmable = (ids: readonly MailboxId[]): SQL =>
  sql`(SELECT value AS id, NULL AS daily_limit FROM json_each(${JSON.stringify(ids)}))`;

/** Writes the same values to mailboxes; answers those that were still there. */
export const patchMailboxes = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
  patch: Partial<MailboxValues>,
): Statement =>
  db
    .update(mailboxes)
    .set(patch)
    .where(and(own(workspaceId), amongIds(ids)))
    .returning({ id: mailboxes.id });

/** Replaces tags of mailboxes, or adds and removes some; those that stay keep their order. */
export function retagMailboxes(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
  { tags, add_tags: add = [], remove_tags: remove = [] }: BulkSet,
): Statement {
  const own = tags ? sql`${JSON.stringify(tags)}` : sql`${mailboxes}.tags`;
  const next = sql`(SELECT json_group_array(tag) FROM (
    SELECT value AS tag, min(place) FROM (
      SELECT value, key AS place FROM json_each(${own})
      UNION ALL SELECT value, key + 1000 FROM json_each(${JSON.stringify(add)}))
    WHERE value NOT IN (SELECT value FROM json_each(${JSON.stringify(remove)}))
    GROUP BY value ORDER BY min(place)))`;
  return db.run(sql`
    UPDATE ${mailboxes} SET tags = ${next}
    WHERE id IN ${theseIds(ids)} AND +workspace_id = ${workspaceId} AND deleted_at IS NULL`);
}

/** A person's choice of status; a status that the person did not set stays as it was read. */
export const chooseStatus = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxId[],
  status: "active" | "paused",
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${mailboxes} SET status = ${status}, status_message = NULL, updated_at = ${now}
    WHERE id IN ${theseIds(ids)} AND workspace_id = ${workspaceId} AND deleted_at IS NULL AND status <> ${status}
      AND (${status} = 'paused' OR status IN ('paused', 'disabled'))`);

/** While any of them is there: an audit line's condition. */
export const whileAnyThere = (workspaceId: WorkspaceId, ids: readonly MailboxId[]): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${and(own(workspaceId), amongIds(ids))})`;
