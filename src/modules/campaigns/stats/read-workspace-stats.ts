import type { StatsQuery, WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { RATE_DENOMINATORS } from "#modules/campaigns/rules/rates.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { measured } from "./present.ts";
import { selectHoldings, selectSent, selectWorkspaceStats } from "./read-store.ts";

/** What the workspace holds and did, over all time and by day (UTC). */
export async function readWorkspaceStats(
  ctx: WorkspaceCtx,
  query: StatsQuery,
): Promise<WorkspaceStats> {
  const since = utcDay(later(ctx.now(), -(query.days - 1) * DAY_MS));
  const [{ total, days }, held] = await Promise.all([
    selectWorkspaceStats(ctx.db, ctx.workspaceId, since),
    selectHoldings(ctx.db, ctx.workspaceId),
  ]);
  return {
    leads: held.leads,
    enrolments: total?.leads ?? 0,
    ...measured(total),
    denominators: { ...RATE_DENOMINATORS },
    campaigns: countsOf(CAMPAIGN_STATUSES, held.campaigns),
    mailboxes: countsOf(MAILBOX_STATUSES, held.mailboxes),
    by_day: days.map((row) => ({ date: row.key, ...measured(row) })),
  };
}

/** How much there is of everything, without the days. */
export async function readHoldings(ctx: WorkspaceCtx) {
  const [held, sent] = await Promise.all([
    selectHoldings(ctx.db, ctx.workspaceId),
    selectSent(ctx.db, ctx.workspaceId),
  ]);
  return {
    leads: held.leads,
    campaigns: countsOf(CAMPAIGN_STATUSES, held.campaigns),
    mailboxes: countsOf(MAILBOX_STATUSES, held.mailboxes),
    sent,
  };
}

/** Rows by status with every status named, and all of them together. */
function countsOf<S extends string>(
  statuses: readonly S[],
  counted: ReadonlyMap<S, number>,
): Record<S | "total", number> {
  const total = [...counted.values()].reduce((sum, n) => sum + n, 0);
  const entries = statuses.map((status) => [status, counted.get(status) ?? 0]);
  // Every status of the list has its entry.
  return { total, ...Object.fromEntries(entries) } as Record<S | "total", number>;
}
