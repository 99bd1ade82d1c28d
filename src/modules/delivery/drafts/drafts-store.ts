import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { changes, type Db } from "#platform/db/db.ts";
import type { GrantId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { Draft } from "#modules/connections/api/mail-api.ts";
import { drafts } from "#modules/delivery/schema/drafts.ts";

export type DraftRow = typeof drafts.$inferSelect;
export type DraftKey = Pick<DraftRow, "workspaceId" | "grantId" | "messageId">;

const keyed = ({ workspaceId, grantId, messageId }: DraftKey) =>
  and(
    eq(drafts.workspaceId, workspaceId),
    eq(drafts.grantId, grantId),
    eq(drafts.messageId, messageId),
  );

/** As it was read: nobody has taken it over, or gone on with it. */
const asRead = (row: DraftKey & Pick<DraftRow, "lease" | "state">) =>
  and(keyed(row), eq(drafts.lease, row.lease), eq(drafts.state, row.state));

export async function selectDraft(db: Db, key: DraftKey): Promise<DraftRow | null> {
  const [row] = await db.select().from(drafts).where(keyed(key)).limit(1);
  return row ?? null;
}

/** What is under way, or unclear, of these mails of a workspace. */
export const selectDraftsOf = (
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
): Promise<DraftRow[]> =>
  db
    .select()
    .from(drafts)
    .where(
      and(
        eq(drafts.workspaceId, workspaceId),
        sql`${drafts.messageId} IN (SELECT value FROM json_each(${JSON.stringify(messageIds)}))`,
      ),
    );

/** Begins a draft. False: there is one already. */
export async function insertDraft(db: Db, row: typeof drafts.$inferInsert): Promise<boolean> {
  return changes(await db.insert(drafts).values(row).onConflictDoNothing()) === 1;
}

/** Goes on with a draft of an earlier try. False: somebody else does. */
export async function takeOverDraft(
  db: Db,
  row: DraftRow,
  by: Pick<DraftRow, "ticket" | "lease" | "lookAt">,
): Promise<boolean> {
  const result = await db
    .update(drafts)
    .set({ ...by, looks: 0 })
    .where(asRead(row));
  return changes(result) === 1;
}

/** Keeps what the provider named a draft. False: somebody else has gone on with the mail. */
export async function keepDraft(
  db: Db,
  row: DraftRow,
  { id, thread, messageId }: Draft,
  digest: string,
): Promise<boolean> {
  const result = await db
    .update(drafts)
    .set({
      state: row.askedAt === null ? "ready" : "asked",
      draftId: id,
      thread,
      givenId: messageId,
      digest,
    })
    .where(asRead(row));
  return changes(result) === 1;
}

/** A draft that is no more is made again. False: somebody else has gone on with the mail. */
export async function makeAgain(db: Db, row: DraftRow, digest: string): Promise<boolean> {
  const result = await db
    .update(drafts)
    .set({ state: "making", draftId: null, thread: null, givenId: null, askedAt: null, digest })
    .where(asRead(row));
  return changes(result) === 1;
}

/** From now on the provider may have been asked to send it. False: somebody else has gone on with the mail. */
export async function markAsked(db: Db, row: DraftRow, now: UnixMs, lookAt: UnixMs) {
  const result = await db
    .update(drafts)
    .set({ state: "asked", askedAt: now, lookAt })
    .where(
      and(
        keyed(row),
        eq(drafts.lease, row.lease),
        inArray(drafts.state, ["ready", "asked"]),
        eq(drafts.draftId, row.draftId ?? ""),
      ),
    );
  return changes(result) === 1;
}

/** It is being deleted. False: somebody else has gone on with the mail. */
export async function markDropping(db: Db, row: DraftRow, lookAt: UnixMs): Promise<boolean> {
  const result = await db.update(drafts).set({ state: "dropping", lookAt }).where(asRead(row));
  return changes(result) === 1;
}

/** When it is looked at again. */
export async function lookLater(db: Db, row: DraftRow, lookAt: UnixMs): Promise<void> {
  await db
    .update(drafts)
    .set({ lookAt, looks: sql`${drafts.looks} + 1` })
    .where(asRead(row));
}

/** Nothing is left to be known or done. */
export async function deleteDraft(
  db: Db,
  row: DraftKey & Pick<DraftRow, "lease" | "state">,
): Promise<boolean> {
  return changes(await db.delete(drafts).where(asRead(row))) === 1;
}

/** Across workspaces: what is to be looked at, longest first. */
export const selectDueDrafts = (db: Db, now: UnixMs, limit: number): Promise<DraftRow[]> =>
  db.select().from(drafts).where(lte(drafts.lookAt, now)).orderBy(asc(drafts.lookAt)).limit(limit);

/** The key of a mail's draft. */
export const draftKey = (
  workspaceId: WorkspaceId,
  grantId: GrantId,
  messageId: string,
): DraftKey => ({ workspaceId, grantId, messageId });
