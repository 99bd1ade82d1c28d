import type { Deps } from "#platform/ctx/ctx.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { HIT_HOLD_MS } from "#modules/tracking/rules/verdict.ts";

/** Wake-ups already sent: the time of the last one by workspace. */
export type Woken = Map<WorkspaceId, number>;

const MAX_WOKEN = 10_000;

/**
 * Wakes the judge for the whole second in which these hits are due, once for each workspace
 * and second; `woken` remembers it over calls. Never throws: the tick finds the hits as well.
 */
export async function wakeJudges(
  deps: Pick<Deps, "queue" | "now" | "log">,
  hits: readonly QueuedHit[],
  woken: Woken = new Map(),
): Promise<void> {
  const wanted = new Map<WorkspaceId, number>();
  const now = deps.now();
  for (const { workspaceId, at } of hits) {
    // Not in the past: hits that waited in a queue come after the judge of their own second.
    const due = Math.ceil(Math.max(at + HIT_HOLD_MS, now) / SECOND_MS) * SECOND_MS;
    if (due <= (woken.get(workspaceId) ?? 0)) continue;
    if (woken.size >= MAX_WOKEN) woken.clear();
    woken.set(workspaceId, due);
    wanted.set(workspaceId, due);
  }
  try {
    for (const [workspaceId, due] of wanted) {
      const delaySeconds = Math.max(0, Math.ceil((due - now) / SECOND_MS));
      await deps.queue.send({ type: "hits.judge.v1", workspaceId }, { delaySeconds });
    }
  } catch (cause) {
    deps.log("judge.unwoken", { cause: describe(cause) }, "warn");
  }
}
