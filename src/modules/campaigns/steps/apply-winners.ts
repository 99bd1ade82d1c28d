import type { Deps } from "#platform/ctx/ctx.ts";
import { competing, withWinner, leaderOf } from "#modules/campaigns/rules/winner.ts";
import { selectContests, writeArms } from "./winner-store.ts";

/**
 * Sweep: where a campaign lets the better variant win (`auto_winner`), the arm that leads beyond
 * doubt takes all leads to come; the others stay, switched off. Safe to repeat.
 */
export async function applyWinners(deps: Deps): Promise<void> {
  for (const contest of await selectContests(deps.db)) {
    const labels = competing(contest.variants);
    if (labels.length < 2) continue;
    const none = { hits: 0, of: 0 };
    const leader = leaderOf(
      labels.map((label) => contest.arms.find((arm) => arm.label === label) ?? { label, ...none }),
    );
    if (leader?.confidence !== "high") continue;
    const arms = withWinner(contest.variants, leader.label);
    await writeArms(deps.db, contest.workspaceId, contest, arms, deps.now());
    deps.log("variants.winner", { campaignId: contest.campaignId, stepId: contest.id });
  }
}
