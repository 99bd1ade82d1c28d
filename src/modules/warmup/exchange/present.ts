import type { WarmupExchange } from "#modules/warmup/contract/exchange.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { recordNameOf, recordTextOf } from "#modules/warmup/rules/exchange/identity.ts";
import { countOutside, selectShared } from "#modules/warmup/pool/outside-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { DAY_MS, iso, isoOrNull, later } from "#platform/rules/time.ts";
import { type ExchangeRow, selectExchanges } from "./exchange-store.ts";
import { identityOf } from "./keys.ts";

/** The exchanges of the workspace, the newest first. */
export async function listExchanges(ctx: WorkspaceCtx): Promise<WarmupExchange[]> {
  const rows = await selectExchanges(ctx.install, ctx.workspaceId);
  return rows.length === 0 ? [] : presentExchanges(ctx, rows);
}

export async function presentExchanges(
  ctx: WorkspaceCtx,
  rows: readonly ExchangeRow[],
): Promise<WarmupExchange[]> {
  const { db, workspaceId } = ctx;
  const ids = [...new Set(rows.flatMap(({ mailboxIds }) => mailboxIds))];
  const [identity, mailboxes, counts] = await Promise.all([
    identityOf(ctx),
    selectShared(db, workspaceId, ids),
    countOutside(db, workspaceId, later(ctx.now(), -7 * DAY_MS)),
  ]);
  return rows.map((row) => {
    const own = mailboxes.filter(({ mailboxId }) => row.mailboxIds.includes(mailboxId));
    const domains = [...new Set(own.map(({ email }) => domainOf(email)))];
    const volume = counts.find(({ exchangeId }) => exchangeId === row.id);
    return {
      id: row.id,
      state: row.state,
      name: row.ownName,
      partner_name: row.partnerName,
      partner_url: row.partnerUrl,
      fingerprint: row.fingerprint,
      quota: row.quota,
      mailbox_ids: row.mailboxIds,
      records: domains.map((domain) => ({
        name: recordNameOf(domain),
        value: recordTextOf(identity.key),
      })),
      partners_today: row.partners.length,
      sent_7d: volume?.sent ?? 0,
      received_7d: volume?.received ?? 0,
      trouble: row.trouble,
      created_at: iso(row.createdAt),
      expires_at: iso(row.expiresAt),
      confirmed_at: isoOrNull(row.confirmedAt),
      ended_at: isoOrNull(row.endedAt),
      end_reason: row.endReason,
    };
  });
}
