import type { MailboxWarmup } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { asId, type MailboxId } from "#platform/rules/ids.ts";
import { selectStatusesOf } from "./status-store.ts";
import { statusesOf } from "./statuses-of.ts";

/** The warmup part of mailboxes, by id. */
export async function warmupsOf(
  ctx: WorkspaceCtx,
  ids: readonly MailboxId[],
): Promise<Map<MailboxId, MailboxWarmup>> {
  const rows = await selectStatusesOf(ctx.db, ctx.workspaceId, ids);
  const found = await statusesOf(ctx, rows);
  return new Map(
    found.map(({ mailbox_id, state, day, target_today, sent_today, score, ready }) => [
      asId<MailboxId>(mailbox_id),
      { state, day, target_today, sent_today, score, ready },
    ]),
  );
}
