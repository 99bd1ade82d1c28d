import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { countDay } from "#modules/warmup/warmups/count-store.ts";
import { settleReturned, unchangedSince } from "#modules/delivery/engine/moves.ts";
import { warmupLedger } from "#modules/warmup/mails/ledger.ts";
import { selectReturned } from "#modules/warmup/mails/settled-store.ts";

/**
 * Takes the report that a warmup mail came back: it counts as refused, and concerns no campaign.
 * False: none of these Message-IDs is a warmup mail's, and nothing was done.
 */
export async function takeReturnedWarmup(
  ctx: WorkspaceCtx,
  messageIds: readonly string[],
  cursor: Statement,
): Promise<boolean> {
  if (messageIds.length === 0) return false;
  const { db, workspaceId } = ctx;
  const mail = await selectReturned(db, workspaceId, messageIds);
  if (!mail) return false;
  const now = ctx.now();
  const guard = unchangedSince({ ledger: warmupLedger }, workspaceId, [mail]);
  const day = localDay(mail.timezone ?? "UTC", now);
  const isOver = mail.state === "failed" || mail.state === "cancelled";
  await runBatch(db, [
    ...(isOver
      ? []
      : [
          countDay(
            db,
            workspaceId,
            { mailboxId: mail.fromMailboxId, day, metric: "refused" },
            guard,
          ),
          settleReturned(db, warmupLedger, workspaceId, mail.id, now, guard),
        ]),
    cursor,
  ]);
  return true;
}
