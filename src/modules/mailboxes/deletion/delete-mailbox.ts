import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { mailboxDeleted } from "#modules/mailboxes/hooks.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { removeMailbox, mailboxStillThere } from "./delete-store.ts";

/**
 * Deletes a mailbox: its secrets are gone, its leads go on with the campaign's other mailboxes,
 * and an active campaign for which it was the last pauses with `no_mailboxes`.
 * Threads and sent mail stay. Throws `not_found`.
 */
export async function deleteMailbox(ctx: MemberCtx, id: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  const guard = mailboxStillThere(workspaceId, id);
  const parts = await Promise.all(
    ctx.hooks.ask(mailboxDeleted).map((give) => give(ctx, { id, guard })),
  );
  const results = await runBatch(db, [
    deletionLine(ctx, "mailbox", id, onlyIf(guard)),
    ...parts.flatMap(({ statements }) => statements),
    ...removeMailbox(db, workspaceId, id, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("mailbox");
  await wakeDeliveries(
    ctx,
    parts.flatMap(({ events = [] }) => events),
  );
}
