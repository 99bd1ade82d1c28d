import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { leaderOf } from "#modules/campaigns/rules/winners/leader.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { measured, presentTotals } from "./present.ts";
import { selectContests } from "#modules/campaigns/winners/contest-store.ts";
import { countPending, selectCampaignStats, selectNames, type StatsRow } from "./read-store.ts";

/** What a campaign did, in total and by step, variant, day and mailbox. Throws `not_found`. */
export async function readCampaignStats(ctx: WorkspaceCtx, id: CampaignId): Promise<CampaignStats> {
  const { db, workspaceId } = ctx;
  await findCampaign(ctx, id);
  const [rows, pending, found] = await Promise.all([
    selectCampaignStats(db, workspaceId, id),
    countPending(db, workspaceId, id),
    selectContests(db, workspaceId, id),
  ]);
  const winners = new Map<number, string | null>(
    found.map(({ contest }) => [contest.stepId, contest.winner]),
  );
  const of = (dimension: StatsRow["dimension"]) =>
    rows.filter((row) => row.dimension === dimension);
  const byMailbox = of("mailbox");
  const mailboxIds = byMailbox.map((row) => Number(row.key));
  const { positions, emails } = await selectNames(db, workspaceId, id, mailboxIds);
  const byPosition = (a: { position: number | null }, b: { position: number | null }) =>
    (a.position ?? Infinity) - (b.position ?? Infinity);
  return {
    campaign_id: id,
    ...presentTotals(of("total")[0]),
    pending,
    by_step: of("step")
      .map((row) => {
        const stepId = Number(row.key);
        return { step_id: stepId, position: positions.get(stepId) ?? null, ...measured(row) };
      })
      .sort(byPosition),
    by_variant: of("variant")
      .map((row) => {
        const [stepId, variant] = splitArm(row.key);
        return {
          step_id: stepId,
          position: positions.get(stepId) ?? null,
          variant,
          ...measured(row),
        };
      })
      .sort(byPosition),
    leaders: leadersOf(of("variant"), positions, winners),
    by_day: of("day").map((row) => ({ date: row.key, ...measured(row) })),
    by_mailbox: byMailbox.map((row) => {
      const mailboxId = Number(row.key);
      return { mailbox_id: mailboxId, email: emails.get(mailboxId) ?? null, ...measured(row) };
    }),
  };
}

/** Arms that were switched off since, or deleted, count as what they were. */
function leadersOf(
  rows: readonly StatsRow[],
  positions: ReadonlyMap<number, number>,
  winners: ReadonlyMap<number, string | null>,
): CampaignStats["leaders"] {
  const steps = Map.groupBy(rows, (row) => splitArm(row.key)[0]);
  return [...steps].flatMap(([stepId, arms]) => {
    const leader = leaderOf(
      arms.map((row) => {
        const { delivered: mails, unique_replies: replies } = measured(row);
        return { label: splitArm(row.key)[1], hits: Math.min(replies, mails), mails };
      }),
      winners.get(stepId) ?? null,
    );
    if (!leader) return [];
    const { label: variant, share, confidence } = leader;
    const reply_rate = Math.round(share * 10_000) / 10_000;
    return [
      { step_id: stepId, position: positions.get(stepId) ?? null, variant, reply_rate, confidence },
    ];
  });
}

/** A variant's key is `<step id>:<label>`. */
function splitArm(key: string): [number, string] {
  const at = key.indexOf(":");
  return [Number(key.slice(0, at)), key.slice(at + 1)];
}
