import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { liftInstallOptOuts } from "#modules/leads/install-suppressions/lift-opt-outs.ts";
import {
  liftSuppressions,
  suppressionsMadeBy,
} from "#modules/leads/suppressions/lift-suppressions.ts";
import { both } from "#modules/inbox/reading/message-store.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { ThreadRow } from "#modules/inbox/threads/store.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { type AnyStatement, onlyIf } from "#platform/db/db.ts";
import {
  markLifted,
  type OptOutRow,
  reopenSends,
  reopenTasks,
  restoreEnrolments,
  resubscribeLead,
  stillStands,
} from "./lift-store.ts";

export type Lifted = {
  readonly statements: readonly AnyStatement[];
  /** The status of the thread before the opt-out. */
  readonly status: ThreadStatus;
  /** What concerns other workspaces; for after the batch. */
  readonly afterwards: () => Promise<void>;
};

/**
 * Takes back what opt-outs of a thread did: its suppressions are lifted, the lead is subscribed
 * again, and its sequences go on where they stood, but for the one that its reply ends anyway. Other
 * causes of a suppression stay. An audit line for each.
 */
export async function liftOptOuts(
  ctx: MemberCtx,
  thread: ThreadRow["thread"],
  standing: readonly OptOutRow[],
  guard: ReturnType<typeof stillStands>,
): Promise<Lifted> {
  const { db, workspaceId } = ctx;
  const sources = standing.map(({ source }) => source);
  const made = await suppressionsMadeBy(ctx, sources);
  const statements = standing.flatMap((one): AnyStatement[] => {
    const still = both(guard, stillStands(workspaceId, one.id));
    const line = auditStatement(
      ctx,
      {
        action: "opt_out.undone",
        workspaceId,
        target: { type: "thread", id: thread.id },
        details: { category: thread.category, source: thread.categorySource },
      },
      onlyIf(still),
    );
    return [
      line,
      ...reopenSends(db, workspaceId, one, ctx.now(), still),
      restoreEnrolments(db, workspaceId, one, still),
      reopenTasks(db, workspaceId, one, still),
      ...liftSuppressions(ctx, one.source, still),
      resubscribeLead(db, workspaceId, one, ctx.now(), still),
      markLifted(db, workspaceId, one.id, ctx.now(), still),
    ];
  });
  const [first] = standing;
  return {
    statements,
    status: first?.threadStatus ?? "open",
    afterwards: async () => {
      if (first) await liftInstallOptOuts(ctx, made, first.createdAt);
    },
  };
}
