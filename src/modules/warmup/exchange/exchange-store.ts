import { type SQL, sql } from "drizzle-orm";
import { changes, type InstallDb, type InstallStatement } from "#platform/db/db.ts";
import { warmupExchangeNonces, warmupExchanges } from "#modules/warmup/schema/exchange.ts";
import type { ExchangePartner } from "#modules/warmup/rules/exchange/limits.ts";
import type { ExchangeId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type ExchangeRow = typeof warmupExchanges.$inferSelect;
export type NewExchange = Omit<typeof warmupExchanges.$inferInsert, "id">;

const E = warmupExchanges;

/** The exchanges of a workspace, the newest first; ended ones stay for a while, without what was secret. */
export const selectExchanges = (
  install: InstallDb,
  workspaceId: WorkspaceId,
): Promise<ExchangeRow[]> =>
  install
    .select()
    .from(E)
    .where(sql`${E.workspaceId} = ${workspaceId}`)
    .orderBy(sql`${E.id} DESC`)
    .limit(50);

/** Those of them that are under way. */
export async function selectActive(
  install: InstallDb,
  workspaceId: WorkspaceId,
): Promise<ExchangeRow[]> {
  return install
    .select()
    .from(E)
    .where(sql`${E.workspaceId} = ${workspaceId} AND +${E.state} = 'active'`);
}

export async function selectExchange(
  install: InstallDb,
  workspaceId: WorkspaceId,
  id: ExchangeId,
): Promise<ExchangeRow | null> {
  const rows = await install
    .select()
    .from(E)
    .where(sql`${E.id} = ${id} AND +${E.workspaceId} = ${workspaceId}`);
  return rows[0] ?? null;
}

/** By the id that both installs use: before a workspace is known. */
export async function selectByKey(install: InstallDb, key: string): Promise<ExchangeRow | null> {
  const rows = await install
    .select()
    .from(E)
    .where(sql`${E.key} = ${key}`);
  return rows[0] ?? null;
}

/** Fewer than `most` exchanges of the workspace are open: a count before the insert lets several in at once. */
export const hasExchangeRoom = (workspaceId: WorkspaceId, most: number): SQL =>
  sql`(SELECT count(*) FROM ${E} o WHERE o.workspace_id = ${workspaceId} AND o.state <> 'ended') < ${most}`;

/** Adds an exchange, and answers its id. Fails by `isMissingValue` where there is no `room`. */
export const insertExchange = (
  install: InstallDb,
  { workspaceId, ...row }: NewExchange,
  room: SQL,
): InstallStatement =>
  install
    .insert(E)
    .values({ ...row, workspaceId: sql`CASE WHEN ${room} THEN ${workspaceId} END` })
    .returning({ id: E.id });

export type Acceptance = {
  readonly partnerName: string;
  readonly partnerUrl: string;
  readonly partnerKey: string;
  readonly secret: string;
  readonly fingerprint: string;
  readonly quota: number;
};

/** Somebody accepted the invitation: once, and in time. Answers a row when it was the first. */
export const acceptExchange = (
  install: InstallDb,
  id: ExchangeId,
  by: Acceptance,
  now: UnixMs,
): InstallStatement =>
  install.all<{ id: ExchangeId }>(sql`
    UPDATE ${E} SET state = 'comparing', partner_name = ${by.partnerName}, partner_url = ${by.partnerUrl},
      partner_key = ${by.partnerKey}, secret = ${by.secret}, fingerprint = ${by.fingerprint}, quota = ${by.quota},
      agreement_key = NULL
    WHERE id = ${id} AND state = 'invited' AND expires_at > ${now} RETURNING id`);

/** The operator compared the fingerprint. */
export const confirmExchange = (
  install: InstallDb,
  id: ExchangeId,
  now: UnixMs,
): InstallStatement =>
  install.all<{ id: ExchangeId }>(sql`
    UPDATE ${E} SET state = 'active', confirmed_at = ${now}, call_due_at = ${now}
    WHERE id = ${id} AND state = 'comparing' RETURNING id`);

/** It is over: what was secret and who took part is forgotten. Answers a row when it had not ended. */
export const endStatement = (
  install: InstallDb,
  id: ExchangeId,
  reason: string,
  now: UnixMs,
): InstallStatement =>
  install.all<{ id: ExchangeId }>(sql`
    UPDATE ${E} SET state = 'ended', ended_at = ${now}, end_reason = ${reason}, agreement_key = NULL, secret = NULL,
      partners = '[]', partner_domains = '[]', partner_key = NULL, partner_url = NULL, call_due_at = NULL, trouble = NULL
    WHERE id = ${id} AND state <> 'ended' RETURNING id`);

export const standsNow = (id: ExchangeId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${E} e WHERE e.id = ${id} AND e.state <> 'ended')`;

/** Exchanges whose partner is to be asked now. */
export const selectCallsDue = (install: InstallDb, now: UnixMs, limit: number) =>
  install
    .select()
    .from(E)
    .where(sql`${E.callDueAt} <= ${now} AND +${E.state} = 'active'`)
    .orderBy(E.callDueAt)
    .limit(limit);

/** What a call brought, and when the next one is due. */
export async function noteCall(
  install: InstallDb,
  id: ExchangeId,
  found: {
    readonly dueAt: UnixMs;
    readonly trouble: string | null;
    readonly partners?: {
      readonly on: string;
      readonly list: readonly ExchangePartner[];
      readonly domains: readonly string[];
    };
  },
): Promise<void> {
  const { partners } = found;
  const brought = partners
    ? sql`, partners = ${JSON.stringify(partners.list)}, partners_on = ${partners.on}, partner_domains = ${JSON.stringify(partners.domains)}`
    : sql``;
  await install.run(sql`
    UPDATE ${E} SET call_due_at = ${found.dueAt}, trouble = ${found.trouble}${brought}
    WHERE id = ${id} AND state = 'active'`);
}

/** False: this call was taken before, by whatever process. */
export async function takeNonce(
  install: InstallDb,
  key: string,
  nonce: string,
  now: UnixMs,
): Promise<boolean> {
  const result = await install.run(sql`
    INSERT INTO ${warmupExchangeNonces} (key, nonce, seen_at) VALUES (${key}, ${nonce}, ${now})
    ON CONFLICT (key, nonce) DO NOTHING`);
  return changes(result) > 0;
}

export const forgetNonces = (install: InstallDb, before: UnixMs): InstallStatement =>
  install.run(sql`DELETE FROM ${warmupExchangeNonces} WHERE seen_at < ${before}`);

/** Invitations that nobody accepted in time. */
export const selectLapsedInvitations = (install: InstallDb, now: UnixMs): Promise<ExchangeRow[]> =>
  install
    .select()
    .from(E)
    .where(sql`${E.state} = 'invited' AND ${E.expiresAt} <= ${now}`)
    .limit(50);
