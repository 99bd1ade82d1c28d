import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, MailboxId, StepId, UnixMs } from "#platform/rules/ids.ts";
import { utcDay } from "#platform/rules/time.ts";
import { IMPORTED } from "#modules/campaigns/rules/variants.ts";
import { addToStats, type Metric, type StatRow } from "./store.ts";

/** One thing that happened, and what it counts towards. */
export type Count = {
  readonly metric: Metric;
  readonly by?: number;
  readonly campaignId: CampaignId;
  readonly at: UnixMs;
  readonly stepId?: StepId;
  readonly variant?: string;
  readonly mailboxId?: MailboxId;
};

/**
 * The statement that adds counts to the workspace's and the campaign's totals and days, and to
 * step, variant and mailbox where they are known. It belongs in the batch that changes the rows it
 * counts, before the change, with `guard` repeating the change's condition. A change of many rows
 * may stand right before it instead, with `times` the rows that it changed (`changes()`). What is
 * about an imported mail counts nowhere.
 */
export function statStatement(
  ctx: WorkspaceCtx,
  counts: readonly Count[],
  guard?: Parameters<typeof addToStats>[3],
  times?: Parameters<typeof addToStats>[4],
): Statement {
  const ours = counts.filter(({ variant }) => variant !== IMPORTED);
  return addToStats(ctx.db, ctx.workspaceId, ours.flatMap(rowsOf), guard, times);
}

/** What the health of a mailbox is judged by, day by day. */
export const HEALTH_METRICS: ReadonlySet<Metric> = new Set([
  "sent",
  "refused",
  "bounces",
  "complaints",
  "unique_replies",
]);

/** `7:2026-11-18`: keys of one mailbox lie in the order of its days. */
export const mailboxDayKey = (id: MailboxId, day: string): string => `${id}:${day}`;

function rowsOf(count: Count): StatRow[] {
  const { metric, campaignId, by = 1 } = count;
  const day = utcDay(count.at);
  const rows: StatRow[] = [
    { campaignId: 0, dimension: "total", key: "", metric, by },
    { campaignId: 0, dimension: "day", key: day, metric, by },
    { campaignId, dimension: "total", key: "", metric, by },
    { campaignId, dimension: "day", key: day, metric, by },
  ];
  if (count.stepId !== undefined) {
    rows.push({ campaignId, dimension: "step", key: `${count.stepId}`, metric, by });
    const arm = `${count.stepId}:${count.variant ?? "control"}`;
    rows.push({ campaignId, dimension: "variant", key: arm, metric, by });
  }
  if (count.mailboxId !== undefined) {
    rows.push({ campaignId, dimension: "mailbox", key: `${count.mailboxId}`, metric, by });
    if (HEALTH_METRICS.has(metric)) {
      const key = mailboxDayKey(count.mailboxId, day);
      rows.push({ campaignId: 0, dimension: "mailbox_day", key, metric, by });
    }
  }
  return rows;
}
