import { type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { warmupPool } from "#modules/warmup/schema/pool.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type PoolRow = typeof warmupPool.$inferSelect;

/** What the pool knows of a mailbox, as its workspace's database has it. */
export type PoolFacts = Pick<PoolRow, "mailboxId" | "email" | "name" | "timezone" | "isReady">;

/** Mailboxes of others that one plan chooses from: those that were looked at last, so that they take turns. */
const PARTNERS_AT_ONCE = 300;

/** Mailboxes of other workspaces that can be written to now. */
export const selectPoolPartners = (
  install: InstallDb,
  workspaceId: WorkspaceId,
): Promise<PoolRow[]> =>
  install
    .select()
    .from(warmupPool)
    .where(
      sql`${warmupPool.leftAt} IS NULL AND ${warmupPool.isReady} = 1 AND +${warmupPool.workspaceId} <> ${workspaceId}`,
    )
    .orderBy(sql`${warmupPool.checkedAt} DESC`)
    .limit(PARTNERS_AT_ONCE);

/** What a workspace brought in and has not taken back. */
export const selectJoined = (install: InstallDb, workspaceId: WorkspaceId): Promise<PoolRow[]> =>
  install
    .select()
    .from(warmupPool)
    .where(sql`${warmupPool.workspaceId} = ${workspaceId} AND ${warmupPool.leftAt} IS NULL`)
    .orderBy(warmupPool.mailboxId);

/** Whether a mailbox is in the pool, or left it lately. */
export async function isKnownToPool(
  install: InstallDb,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
): Promise<boolean> {
  const rows = await install
    .select({ id: warmupPool.mailboxId })
    .from(warmupPool)
    .where(
      sql`${warmupPool.workspaceId} = ${workspaceId} AND ${warmupPool.mailboxId} = ${mailboxId}`,
    );
  return rows.length > 0;
}

/** Who has this address in the pool, also those who left it lately: one address may be a mailbox of several workspaces. */
export const selectPoolAddress = (install: InstallDb, email: string): Promise<PoolRow[]> =>
  install
    .select()
    .from(warmupPool)
    .where(sql`${warmupPool.email} = ${email}`)
    .limit(10);

/** Those of these addresses to which a workspace may write at this moment. */
export async function selectStandingPartners(
  install: InstallDb,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await install.all<{ email: string }>(sql`
    SELECT DISTINCT p.email AS email FROM json_each(${JSON.stringify(emails)}) e
    JOIN ${warmupPool} p ON p.email = e.value
    WHERE p.left_at IS NULL AND +p.workspace_id <> ${workspaceId}`);
  return new Set(rows.map(({ email }) => email));
}

/** How large the pool is, for people: no names. */
export async function countPool(
  install: InstallDb,
): Promise<{ workspaces: number; mailboxes: number }> {
  const rows = await install.all<{ workspaces: number; mailboxes: number }>(sql`
    SELECT count(DISTINCT p.workspace_id) AS workspaces, count(*) AS mailboxes FROM ${warmupPool} p
    WHERE p.left_at IS NULL AND p.is_ready = 1`);
  return rows[0] ?? { workspaces: 0, mailboxes: 0 };
}

/** Brings mailboxes in, or tells what became of them. */
export const joinPool = (
  install: InstallDb,
  workspaceId: WorkspaceId,
  facts: readonly PoolFacts[],
  now: UnixMs,
): InstallStatement =>
  install.run(sql`
    INSERT INTO ${warmupPool} (mailbox_id, workspace_id, email, name, timezone, is_ready, checked_at, joined_at)
    SELECT f.value->>'mailboxId', ${workspaceId}, f.value->>'email', f.value->>'name', f.value->>'timezone',
      f.value->>'isReady', ${now}, ${now}
    FROM json_each(${JSON.stringify(facts)}) f WHERE true
    ON CONFLICT (workspace_id, mailbox_id) DO UPDATE SET email = excluded.email, name = excluded.name,
      timezone = excluded.timezone, is_ready = excluded.is_ready, checked_at = excluded.checked_at,
      joined_at = CASE WHEN left_at IS NULL THEN joined_at ELSE excluded.joined_at END, left_at = NULL`);

/** The same of those that have not left meanwhile: what a look at their database found. */
export const noteFacts = (
  install: InstallDb,
  workspaceId: WorkspaceId,
  facts: readonly PoolFacts[],
  now: UnixMs,
): InstallStatement =>
  install.run(sql`
    UPDATE ${warmupPool} SET email = f.value->>'email', name = f.value->>'name', timezone = f.value->>'timezone',
      is_ready = f.value->>'isReady', checked_at = ${now}
    FROM json_each(${JSON.stringify(facts)}) f
    WHERE ${warmupPool.workspaceId} = ${workspaceId} AND ${warmupPool.mailboxId} = f.value->>'mailboxId'
      AND ${warmupPool.leftAt} IS NULL`);

/** Takes out all of a workspace's mailboxes but these. */
export const leavePool = (
  install: InstallDb,
  workspaceId: WorkspaceId,
  staying: readonly MailboxId[],
  now: UnixMs,
): InstallStatement =>
  install.run(sql`
    UPDATE ${warmupPool} SET left_at = ${now}
    WHERE workspace_id = ${workspaceId} AND left_at IS NULL AND ${notAmong(staying)}`);

const notAmong = (ids: readonly MailboxId[]): SQL =>
  sql`mailbox_id NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Workspaces whose mailboxes were not looked at for long, the longest first. */
export async function selectUnchecked(
  install: InstallDb,
  before: UnixMs,
  limit: number,
): Promise<WorkspaceId[]> {
  const rows = await install.all<{ id: WorkspaceId }>(sql`
    SELECT p.workspace_id AS id FROM ${warmupPool} p
    WHERE p.checked_at < ${before} AND p.left_at IS NULL
    ORDER BY p.checked_at LIMIT ${limit}`);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Forgets those who left so long ago that their last mails have arrived. */
export const forgetLeft = (install: InstallDb, before: UnixMs): InstallStatement =>
  install.run(sql`DELETE FROM ${warmupPool} WHERE left_at IS NOT NULL AND left_at < ${before}`);
