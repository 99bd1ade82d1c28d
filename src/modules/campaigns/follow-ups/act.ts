import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { ruleSentence } from "#modules/campaigns/rules/follow-ups/sentence.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import type { RuleId } from "#platform/rules/ids.ts";
import { finishRuns, selectRulesById, selectWaitingRuns, type WaitingRun } from "./act-store.ts";
import { doActions } from "./do-actions.ts";
import { type RuleRow, selectRuleNames } from "./rules-store.ts";

/** Causes of one tick, and of one batch. */
const PER_TICK = 10_000;
const PER_BATCH = 500;

/**
 * Sweep: does what rules say about causes that were noted. All leads of a rule go together in one
 * batch, and the end of their causes is its last statement: a kill leaves all of it undone or none,
 * and each action changes nothing where it is repeated.
 */
export async function actOnCauses(deps: Deps): Promise<void> {
  const waiting = await selectWaitingRuns(deps.db, PER_TICK);
  for (const [workspaceId, own] of Map.groupBy(waiting, (run) => run.workspaceId)) {
    const ctx = inWorkspace(deps, workspaceId);
    const byRule = Map.groupBy(own, (run) => run.ruleId);
    const rules = await selectRulesById(ctx.db, workspaceId, [...byRule.keys()]);
    const known = new Map(rules.map((rule): [RuleId, RuleRow] => [rule.id, rule]));
    for (const [id, runs] of byRule) {
      for (let i = 0; i < runs.length; i += PER_BATCH) {
        await tryToAct(ctx, known.get(id), runs.slice(i, i + PER_BATCH));
      }
    }
  }
}

/** One rule that fails must not block the others; the next tick tries it again. */
async function tryToAct(
  ctx: WorkspaceCtx,
  rule: RuleRow | undefined,
  runs: readonly WaitingRun[],
): Promise<void> {
  try {
    await act(ctx, rule, runs);
  } catch (cause) {
    ctx.log("rule.failed", { rule_id: rule?.id, cause: describe(cause) }, "error");
  }
}

async function act(
  during: WorkspaceCtx,
  rule: RuleRow | undefined,
  runs: readonly WaitingRun[],
): Promise<void> {
  const now = during.now();
  const ctx = { ...during, now: () => now };
  const { db, workspaceId } = ctx;
  // Who is in it twice, by two clicks, is in one batch once; the other cause has its turn behind it.
  const once = [...new Map(runs.map((run) => [run.leadId, run])).values()];
  if (rule?.state !== "active") {
    await runBatch(db, [finishRuns(db, workspaceId, once.map(isOff), now)]);
  } else {
    const names = await selectRuleNames(db, workspaceId, [rule]);
    const done = await doActions(ctx, rule, once);
    const summary = ruleSentence(rule, names);
    const finished = once.map(({ id, leadId }) => {
      const why = done.notes.get(leadId);
      const stays = done.stays.has(leadId);
      return {
        id,
        state: stays ? ("skipped" as const) : ("done" as const),
        detail: why === undefined ? summary : `${summary} ${why}`,
      };
    });
    const statements: readonly Statement[] = [
      ...done.statements,
      finishRuns(db, workspaceId, finished, now),
    ];
    const results = await runBatch(db, statements);
    await done.afterwards(results);
    await completeIfFinished(ctx, rule.campaignId);
    await wakeDeliveries(ctx, done.eventKeys);
  }
  const served = new Set(once.map(({ id }) => id));
  const rest = runs.filter(({ id }) => !served.has(id));
  if (rest.length > 0) await act(during, rule, rest);
}

const isOff = ({ id }: WaitingRun) => ({
  id,
  state: "skipped" as const,
  detail: "The rule was paused, stopped or deleted.",
});
