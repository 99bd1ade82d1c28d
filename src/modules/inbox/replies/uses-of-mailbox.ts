import type { mailboxUses } from "#modules/mailboxes/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { selectHeld } from "./mailbox-uses-store.ts";

const THREADS_COUNTED = 10_000;

/** The mails that wait to leave from a mailbox, and its conversations. */
export const heldByMailbox: AnswerTo<typeof mailboxUses> = async (ctx, id) => {
  const held = await selectHeld(ctx.db, ctx.workspaceId, id, THREADS_COUNTED);
  return { scheduled_mails: held.scheduled, threads: held.threads };
};
