import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { dailyUsage, type UsageScope } from "#modules/mailboxes/schema/usage.ts";
import { queuedColumns } from "#modules/delivery/engine/moves.ts";
import { placementMails, placementTests } from "#modules/placement/schema/placement.ts";
import type { Purpose } from "#modules/placement/rules/search/next-step.ts";
import type {
  MailboxId,
  PlacementSearchId,
  PlacementTestId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** A test email before its row is written. */
export type NewMail = {
  readonly searchId: PlacementSearchId | 0;
  readonly mailboxId: MailboxId;
  readonly seed: string;
  readonly seedEmail: string;
  readonly provider: string;
  readonly version: number;
  readonly number: number;
  readonly purpose: "test" | Purpose;
  readonly messageId: string;
};

/** Writes rows of test emails that wait for their turn; those that are there already stay as they are. `test` is the id of their test, `guard` a condition. */
export const insertMails = (
  db: Db,
  workspaceId: WorkspaceId,
  test: SQL | PlacementTestId,
  mails: readonly NewMail[],
  now: UnixMs,
  guard: SQL = sql`1`,
): Statement => {
  const queued = queuedColumns(sql`${now}`);
  return db.run(sql`
    INSERT INTO ${placementMails} (workspace_id, test_id, search_id, mailbox_id, seed, seed_email, provider,
      version, number, purpose, message_id, ${queued.names}, created_at)
    SELECT ${workspaceId}, ${test}, m.value->>'searchId', m.value->>'mailboxId', m.value->>'seed', m.value->>'seedEmail',
      m.value->>'provider', m.value->>'version', m.value->>'number', m.value->>'purpose', m.value->>'messageId',
      ${queued.values}, ${now}
    FROM json_each(${JSON.stringify(mails)}) m WHERE ${guard}
    ON CONFLICT DO NOTHING`);
};

/** Across workspaces: the mail of each sender whose turn is next, with what decides about the sender's day. */
export async function selectDuePlacements(db: Db, now: UnixMs, limit: number) {
  return db
    .select({
      id: placementMails.id,
      workspaceId: placementMails.workspaceId,
      searchId: placementMails.searchId,
      mailboxId: placementMails.mailboxId,
      timezone: mailboxes.timezone,
      dailyLimit: mailboxes.dailyLimit,
      heldState: mailboxes.heldState,
      rampEnabled: mailboxes.rampEnabled,
      rampIncrement: mailboxes.rampIncrement,
      minGapSeconds: mailboxes.minGapSeconds,
      gapJitterSeconds: mailboxes.gapJitterSeconds,
      createdAt: mailboxes.createdAt,
    })
    .from(placementMails)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${placementMails.mailboxId}`)
    .where(
      sql`${placementMails.id} IN (SELECT id FROM (
          SELECT min(l.id) AS id, min(l.due_at) AS first FROM ${placementMails} l
          WHERE l.state = 'queued' AND l.due_at <= ${now} GROUP BY +l.mailbox_id ORDER BY first LIMIT ${limit}))
        AND (${mailboxes.nextSendAt} IS NULL OR ${mailboxes.nextSendAt} <= ${now})`,
    );
}
export type DuePlacement = Awaited<ReturnType<typeof selectDuePlacements>>[number];

/** What of these places of a day is used, by `scope/key/day`; unused ones are absent. */
export async function selectPlacesUsed(
  db: Db,
  workspaceId: WorkspaceId,
  places: readonly DayPlace[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = JSON.stringify(places.map(({ scope, key, day }) => [scope, key, day]));
  const rows = await db.all<DayPlace & { used: number }>(sql`
    SELECT d.scope, d.key, d.day, d.used FROM json_each(${wanted}) w JOIN ${dailyUsage} d
      ON d.workspace_id = ${workspaceId} AND d.scope = w.value->>0 AND d.key = w.value->>1 AND d.day = w.value->>2`);
  return new Map(rows.map((row) => [placeName(row), row.used]));
}
/** A place of a sender's day. */
export type DayPlace = {
  readonly scope: UsageScope;
  readonly key: string;
  readonly day: string;
};
export const placeName = ({ scope, key, day }: DayPlace): string => `${scope}/${key}/${day}`;

/** Mails of a lease that nobody has taken over since, with the mail of their test. */
export async function selectLeasedPlacements(
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  ids: readonly number[],
) {
  return db
    .select({
      id: placementMails.id,
      testId: placementMails.testId,
      mailboxId: placementMails.mailboxId,
      seed: placementMails.seed,
      seedEmail: placementMails.seedEmail,
      version: placementMails.version,
      messageId: placementMails.messageId,
      mail: placementTests.mail,
    })
    .from(placementMails)
    .innerJoin(placementTests, sql`${placementTests.id} = ${placementMails.testId}`)
    .where(
      sql`+${placementMails.workspaceId} = ${workspaceId} AND ${placementMails.lease} = ${lease}
        AND ${placementMails.state} = 'leased'
        AND ${placementMails.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}

/** The subjects of mails that are handed over, by which some servers' mails are found. */
export const keepSubjects = (
  db: Db,
  workspaceId: WorkspaceId,
  lease: string,
  subjects: readonly { readonly id: number; readonly subject: string }[],
): Statement =>
  db.run(sql`
    UPDATE ${placementMails} SET subject = j.value->>'subject' FROM json_each(${JSON.stringify(subjects)}) j
    WHERE ${placementMails}.id = j.value->>'id' AND +${placementMails}.workspace_id = ${workspaceId}
      AND ${placementMails}.lease = ${lease}`);

/** What left, or may have, is looked for from then on. */
export const lookForLater = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  at: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${placementMails} SET look_at = ${at}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
      AND look_at IS NULL AND place IS NULL AND ${guard}`);

/** What a server refused lies nowhere. */
export const lookNoMore = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${placementMails} SET look_at = NULL
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId} AND ${guard}`);

/** Addresses among these that are leads of the workspace. */
export async function selectLeadsAmong(
  db: Db,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ email: leads.email })
    .from(leads)
    .where(
      sql`${leads.workspaceId} = ${workspaceId}
        AND ${leads.email} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))`,
    );
  return new Set(rows.map(({ email }) => email));
}
