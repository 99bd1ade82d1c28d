import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { selectActiveCampaignsOf, selectEnrolments } from "#modules/campaigns/claim/due-store.ts";
import { judgeDue } from "#modules/campaigns/claim/judge.ts";
import { selectSteps } from "#modules/campaigns/claim/due-store.ts";
import { finishDue } from "#modules/campaigns/claim/lease-store.ts";
import { openTasks } from "./new-tasks.ts";
import { selectDueAtTasks } from "./tasks-store.ts";

/** Places of one tick. */
const PER_TICK = 2_000;
const PER_BATCH = 500;

/**
 * Sweep: opens tasks whose time has come, whether a mailbox can send or not. Who may not be written
 * to any more gets none: the sequence ends, as it would at an email.
 */
export async function openDueTasks(deps: Deps): Promise<void> {
  const found = await selectDueAtTasks(deps.db, deps.now(), PER_TICK);
  for (const [workspaceId, own] of Map.groupBy(found, (place) => place.workspaceId)) {
    const ctx = inWorkspace(deps, workspaceId);
    const active = await selectActiveCampaignsOf(ctx.db, workspaceId);
    const campaigns = new Map(active.map((campaign) => [campaign.id, campaign]));
    const ids = [...new Set(own.map(({ campaignId }) => campaignId))];
    const steps = await selectSteps(ctx.db, workspaceId, ids);
    for (let i = 0; i < own.length; i += PER_BATCH) {
      const places = own.slice(i, i + PER_BATCH).map(({ id }) => id);
      const due = await selectEnrolments(ctx.db, workspaceId, places, ids, false);
      const judge = await judgeDue(ctx, due, campaigns, steps);
      const judged = due.map((place) => ({ place, ...judge(place) }));
      const ended = judged.flatMap(({ place, end }) =>
        end ? [{ ...end, enrolmentId: place.enrolmentId }] : [],
      );
      if (ended.length > 0) {
        await runBatch(ctx.db, [finishDue(ctx.db, workspaceId, ended, ctx.now())]);
      }
      await openTasks(
        ctx,
        judged.flatMap(({ place, end, next }) =>
          end || !next || next.row.task === null
            ? []
            : [{ ...place, step: { id: next.row.id, task: next.row.task } }],
        ),
      );
    }
  }
}
